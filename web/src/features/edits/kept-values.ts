/**
 * Keeps values for an hour, in this tab, and for the same account alone. They are a form's draft when the session ends, lists of students, and
 * the token of a transfer.
 */
import { dropKeptValues, keptDrafts, keptKeyOf } from "./drop-kept-values.ts";

export type FormValues = Record<string, string | boolean | string[] | undefined>;

interface Whose {
  /** The form and its page, such as "create-user" or "edit-user:{id}". */
  form: string;
  accountId: string;
}

export const keptForMs = 60 * 60_000;

/** Replaces what this tab keeps of the form. */
export function keepValues({ form, accountId }: Whose, values: FormValues): void {
  keptDrafts.set(keptKeyOf(form), JSON.stringify({ accountId, at: Date.now(), values }));
}

/**
 * Returns the kept draft merged into `empty`, or undefined if this account has none. Values of another type than in `empty` are dropped.
 * Forgets a draft of another account, and a draft that is too old.
 */
export function readKeptValues<T extends FormValues>({ form, accountId }: Whose, empty: T): T | undefined {
  const raw = keptDrafts.get(keptKeyOf(form));
  const kept = raw === undefined ? undefined : parse(raw);
  if (kept === undefined || kept.accountId !== accountId || Date.now() - kept.at > keptForMs) {
    dropKeptValues(form);
    return undefined;
  }
  const fitting = Object.entries(empty).map(([name, value]) => [name, isLike(value, kept.values[name]) ? kept.values[name] : value]);
  // Each entry has the type of the same entry in `empty`.
  return Object.fromEntries(fitting) as T;
}

/** A field that is undefined in the empty form holds text once it is filled. */
function isLike(model: unknown, value: unknown): boolean {
  if (Array.isArray(model)) return Array.isArray(value) && value.every((one) => typeof one === "string");
  return typeof value === (model === undefined ? "string" : typeof model);
}

function parse(raw: string): { accountId: unknown; at: number; values: Record<string, unknown> } | undefined {
  try {
    const parsed: unknown = JSON.parse(raw);
    if (typeof parsed !== "object" || parsed === null || !("accountId" in parsed) || !("at" in parsed) || !("values" in parsed))
      return undefined;
    const { accountId, at, values } = parsed;
    if (typeof at !== "number" || typeof values !== "object" || values === null) return undefined;
    return { accountId, at, values: { ...values } };
  } catch {
    return undefined;
  }
}

/** What of the details of an event can be said in words: what was before and is after, why, by which way. */
import { m } from "@storyport/texts/messages";
import { rightsTextOf } from "#/features/player-groups/rights-text.ts";

type Details = Readonly<Record<string, unknown>>;

/** The lines in words, and the rest as it was written down. */
export function tellDetails(details: Details): { lines: string[]; rest: Details } {
  const lines: string[] = [];
  const rest: Record<string, unknown> = {};
  const { before, after, ...others } = details;
  const pairs: [string, { before: unknown; after: unknown }][] = [];
  if (before !== undefined || after !== undefined) pairs.push(...membersOf(before, after));
  for (const [key, value] of Object.entries(others)) {
    const told = tellOne(key, value);
    if (told !== undefined) lines.push(told);
    else if (isChange(value) && key in subjects) pairs.push([key, value]);
    else rest[key] = value;
  }
  return { lines: [...pairs.flatMap(([key, change]) => tellChange(key, change)), ...lines], rest };
}

const subjects: Readonly<Record<string, () => string>> = {
  roles: () => m["history.roles"](),
  rights: () => m["history.rights"](),
  level: () => m["history.level"](),
  loginTypes: () => m["history.loginTypes"](),
  userGroups: () => m["history.userGroups"](),
  gameIds: () => m["history.games"](),
};

/** `before` and `after` of one level of rights, or of an object of several things. */
function membersOf(before: unknown, after: unknown): [string, { before: unknown; after: unknown }][] {
  if (!isObject(before) && !isObject(after)) return [["level", { before, after }]];
  const [was, is] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].map((key) => [key, { before: was[key], after: is[key] }]);
}

function tellChange(key: string, { before, after }: { before: unknown; after: unknown }): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return [m["history.changed"]({ what: subjects[key]?.() ?? key, before: tellValue(before), after: tellValue(after) })];
}

function tellOne(key: string, value: unknown): string | undefined {
  if (typeof value === "string" && key === "reason") return `${m["history.reason"]()}: ${value}`;
  if (typeof value === "string" && (key === "loginType" || key === "provider")) return `${m["history.loginType"]()}: ${value}`;
  if (typeof value === "string" && key === "rightsType") return `${m["history.level"]()}: ${rightsTextOf(value)}`;
  if (key === "roles" && Array.isArray(value)) return `${m["history.roles"]()}: ${tellValue(value)}`;
  return undefined;
}

function tellValue(value: unknown): string {
  if (value === undefined || value === null || value === "") return m["history.none"]();
  if (Array.isArray(value)) return value.length === 0 ? m["history.none"]() : value.map(tellValue).join(", ");
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, member]) => `${key}: ${tellValue(member)}`);
    return entries.length === 0 ? m["history.none"]() : entries.join(", ");
  }
  return typeof value === "string" ? rightsTextOf(value) : JSON.stringify(value);
}

function isChange(value: unknown): value is { before: unknown; after: unknown } {
  return isObject(value) && "before" in value && "after" in value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

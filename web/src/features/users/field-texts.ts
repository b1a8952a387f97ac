import { m } from "@storyport/texts/messages";
import { userTexts } from "./user-words.ts";

/** What is wrong, by the field of the form it stands at. */
export type FieldTexts = Partial<Record<FieldName, string>>;
type FieldName = "email" | "displayName" | "loginType" | "roles" | "organizationId";

/** Where a rule of the specification's section 5 is said, when the refusal itself names no field. */
const fieldOfCode: Readonly<Record<string, FieldName>> = {
  "errors.displayNameLength": "displayName",
  "errors.displayNameSpecialCharacters": "displayName",
  "errors.emailRequired": "email",
  "errors.emailTaken": "email",
  "errors.loginTypeNotAssignable": "loginType",
  "errors.nameOrEmailRequired": "email",
  "errors.noWayToLogIn": "loginType",
  "errors.organizationRequired": "organizationId",
  "errors.qrCodeForStudentsOnly": "loginType",
  "errors.roleNotAssignable": "roles",
  "errors.roleRequired": "roles",
};

export interface Fault {
  field?: unknown;
  code?: string | undefined;
}

/** The text of every fault at its field; of several at one field the first. */
export function fieldTexts(faults: readonly Fault[]): FieldTexts {
  const texts: FieldTexts = {};
  for (const { field, code = "errors.invalidInput" } of faults) {
    const name = fieldOfCode[code] ?? fieldName(field);
    if (name !== undefined) texts[name] ??= textOf(name, code);
  }
  return texts;
}

function fieldName(field: unknown): FieldName | undefined {
  if (field === "email" || field === "displayName" || field === "roles" || field === "organizationId") return field;
  return field === "loginType" || field === "loginTypes" ? "loginType" : undefined;
}

function textOf(field: FieldName, code: string): string {
  const known: Readonly<Record<string, () => string>> = userTexts;
  if (field === "email" && (code === "errors.invalidInput" || !Object.hasOwn(known, code))) return m["errors.emailInvalid"]();
  return known[code]?.() ?? m["errors.invalidInput"]();
}

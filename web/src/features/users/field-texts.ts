import { m } from "@storyport/texts/messages";
import { userTexts } from "./user-words.ts";

/** Faults in words, by form field. */
export type FieldTexts = Partial<Record<FieldName, string>>;
type FieldName = "email" | "displayName" | "loginType" | "roles" | "organizationId";

/** The form field of these codes, mostly of the specification's section 5. For any other code the refusal names the field. */
const fieldOfCode: Readonly<Record<string, FieldName>> = {
  "errors.displayNameLength": "displayName",
  "errors.displayNameSpecialCharacters": "displayName",
  "errors.studentNameInvalid": "displayName",
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
  /** The server's own words, for a fault without a code. */
  message?: string | undefined;
}

/** Returns each field's first fault in words. */
export function fieldTexts(faults: readonly Fault[]): FieldTexts {
  const texts: FieldTexts = {};
  for (const { field, code, message } of faults) {
    const name = fieldOfCode[code ?? ""] ?? fieldName(field);
    if (name !== undefined) texts[name] ??= code === undefined && message !== undefined ? message : textOf(name, code);
  }
  return texts;
}

function fieldName(field: unknown): FieldName | undefined {
  if (field === "email" || field === "displayName" || field === "roles" || field === "organizationId") return field;
  return field === "loginType" || field === "loginTypes" ? "loginType" : undefined;
}

/** A code without a text of its own means an ill-formed value. */
function textOf(field: FieldName, code = "errors.invalidInput"): string {
  const known: Readonly<Record<string, () => string>> = userTexts;
  if (field === "email" && (code === "errors.invalidInput" || !Object.hasOwn(known, code))) return m["errors.emailInvalid"]();
  return known[code]?.() ?? m["errors.invalidInput"]();
}

import { m } from "@storyport/texts/messages";
import type { Failure } from "#/api/api-error.ts";

/** The input's faults in words; undefined for any other refusal. */
export function inputFault({ code, errors = [] }: Failure): string | undefined {
  if (code !== "errors.invalidInput" || errors.length === 0) return undefined;
  const members = new Set(errors.map(({ field = "" }) => field.split(".")[0] ?? ""));
  return [...members].map((member) => words[member]?.() ?? member).join(" ");
}

const words: Readonly<Record<string, () => string>> = {
  groupName: () => m["userGroups.nameLength"](),
  roles: () => m["userGroups.tooManyRoles"](),
  playerGroupRights: () => m["userGroups.tooManyRights"](),
};

import { m } from "@storyport/texts/messages";
import type { Failure } from "#/api/api-error.ts";

/** What the server found wrong with the input, in words; undefined where it refused for another reason. */
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

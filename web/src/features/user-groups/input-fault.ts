import { createUserGroup } from "@storyport/contract/user-groups";
import { m } from "@storyport/texts/messages";

/** What is wrong with the input before it is sent, in words; undefined where it fits the contract. */
export async function inputFault(body: unknown): Promise<string | undefined> {
  const { issues } = await createUserGroup.body["~standard"].validate(body);
  if (issues === undefined) return undefined;
  const members = new Set(issues.map(({ path }) => String(path?.[0] ?? "")));
  return [...members].map((member) => words[member]?.() ?? member).join(" ");
}

const words: Readonly<Record<string, () => string>> = {
  groupName: () => m["userGroups.nameLength"](),
  roles: () => m["userGroups.tooManyRoles"](),
  playerGroupRights: () => m["userGroups.tooManyRights"](),
};

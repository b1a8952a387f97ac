/** A school with its manager and its user groups. */
import type { RightsLevel, UserGroupType } from "@storyport/contract/vocabulary";
import type { Browser } from "./browser.ts";
import type { TestPortal } from "./build-app.ts";
import { aGame, anAccount, anOrganization, aSession } from "./builders.ts";
import type { TestAccount } from "./builders.ts";

export interface ManagedSchool {
  organization: { id: string; key: string };
  manager: TestAccount;
  /** The manager's logged-in browser. */
  office: Browser;
}

export async function aManagedSchool(portal: TestPortal): Promise<ManagedSchool> {
  const organization = await anOrganization(portal, { games: [await aGame(portal)] });
  const manager = await anAccount(portal, { memberships: [{ organization, roles: ["organization_admin"] }] });
  return { organization, manager, office: await aSession(portal, manager, { loginType: "PASSWORD" }) };
}

export interface UserGroupParts {
  organization: { id: string };
  name?: string;
  type?: UserGroupType;
  roles?: string[];
  rights?: { group: { id: string }; level: RightsLevel }[];
  members?: { account: { id: string }; level?: RightsLevel }[];
}

export async function aUserGroup({ context }: TestPortal, parts: UserGroupParts): Promise<{ id: string }> {
  const { database } = context;
  const { id } = await database
    .insertInto("user_groups")
    .values({ organization_id: parts.organization.id, name: parts.name ?? "Readers", group_type: parts.type ?? "REGULAR" })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const role_key of parts.roles ?? []) await database.insertInto("user_group_roles").values({ user_group_id: id, role_key }).execute();
  for (const { group, level } of parts.rights ?? []) {
    const right = { user_group_id: id, player_group_id: group.id, rights_level: level };
    await database.insertInto("user_group_player_groups").values(right).execute();
  }
  for (const { account, level } of parts.members ?? []) {
    const member = { user_group_id: id, account_id: account.id, rights_level: level ?? "READ" };
    await database.insertInto("user_group_members").values(member).execute();
  }
  return { id };
}

/** Roles and permissions in words. An unknown role is shown as the caller of the function says, and an unknown permission as its key. */
import { m } from "@storyport/texts/messages";

type Words = Readonly<Record<string, () => string>>;

const names: Words = {
  admin: () => m["profile.roleAdmin"](),
  organization_admin: () => m["profile.roleOrganizationAdmin"](),
  group_manager: () => m["profile.roleGroupManager"](),
  teacher: () => m["profile.roleTeacher"](),
  member: () => m["profile.roleMember"](),
  premium: () => m["profile.rolePremium"](),
  student: () => m["profile.roleStudent"](),
  guest: () => m["profile.roleGuest"](),
};

const descriptions: Words = {
  admin: () => m["roles.describeAdmin"](),
  organization_admin: () => m["roles.describeOrganizationAdmin"](),
  group_manager: () => m["roles.describeGroupManager"](),
  teacher: () => m["roles.describeTeacher"](),
  member: () => m["roles.describeMember"](),
  premium: () => m["roles.describePremium"](),
  student: () => m["roles.describeStudent"](),
  guest: () => m["roles.describeGuest"](),
};

const permissions: Words = {
  admin: () => m["roles.mayAdminister"](),
  login: () => m["roles.mayLogIn"](),
  login_dashboard: () => m["roles.mayOpenDashboard"](),
  manage_members: () => m["roles.mayManageMembers"](),
  manage_players: () => m["roles.mayManagePlayers"](),
  play_premium: () => m["roles.mayPlayPremium"](),
  set_display_name: () => m["roles.maySetDisplayName"](),
  view_user_group: () => m["roles.mayViewUserGroups"](),
};

/** The name of a role. `otherwise`: what an unknown role is called, such as its name in the database. */
export function roleName(key: string, otherwise = key): string {
  return inWords(names, key, otherwise);
}

/** What a role is for. `otherwise`: the server's description, for an unknown role. */
export function roleDescription(key: string, otherwise: string): string {
  return inWords(descriptions, key, otherwise);
}

/** What a permission allows, in words; an unknown permission is its key. */
export function permissionName(key: string): string {
  return inWords(permissions, key, key);
}

function inWords(words: Words, key: string, otherwise: string): string {
  return Object.hasOwn(words, key) ? (words[key]?.() ?? otherwise) : otherwise;
}

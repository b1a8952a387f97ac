import { m } from "@storyport/texts/messages";

const names: Readonly<Record<string, () => string>> = {
  admin: () => m["profile.roleAdmin"](),
  organization_admin: () => m["profile.roleOrganizationAdmin"](),
  group_manager: () => m["profile.roleGroupManager"](),
  teacher: () => m["profile.roleTeacher"](),
  member: () => m["profile.roleMember"](),
  premium: () => m["profile.rolePremium"](),
  student: () => m["profile.roleStudent"](),
  guest: () => m["profile.roleGuest"](),
};

/** A role in words; one that this portal's makers do not know goes by the name the server has for it, else by its key. */
export function roleName(key: string, otherwise = key): string {
  return Object.hasOwn(names, key) ? (names[key]?.() ?? otherwise) : otherwise;
}

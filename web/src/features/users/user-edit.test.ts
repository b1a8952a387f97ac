import type { UserDetails } from "@storyport/contract/users";
import { describe, expect, it } from "vitest";
import { consequencesOf, editOf, rebase, valuesOf } from "./user-edit.ts";

const school = "00000000-0000-4000-8000-000000000001";
const group = "00000000-0000-4000-8000-000000000002";

const teacher: UserDetails = {
  id: "00000000-0000-4000-8000-000000000003",
  version: 4,
  email: "kari@school.example",
  displayName: "Kari",
  status: "ACTIVE",
  defaultLocale: "nb",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  activatedAt: null,
  deactivatedAt: null,
  loginTypes: ["PASSWORD", "FEIDE"],
  identities: [],
  hasPassword: true,
  passwordExpired: false,
  hasSecondFactor: false,
  organizations: [{ id: school, organization_key: "School", isPrimary: true, joinedAt: "2026-01-01T00:00:00.000Z", mayRemove: true }],
  roles: [
    { role_key: "teacher", organizationId: school },
    { role_key: "member", organizationId: school, userGroupId: group },
  ],
  permissions: ["login"],
  userGroups: [{ id: group, groupName: "Readers", organizationId: school, rightsType: "READ" }],
  players: [],
  sessions: [],
  letters: [],
  may: { edit: true, reactivate: false, delete: false, resetSecondFactor: false },
};
const values = valuesOf(teacher, school);

describe("the edit of an account", () => {
  it("shows the roles held by itself, not those that come with a group", () => {
    expect(values).toMatchObject({ roles: ["teacher"], userGroups: [group], email: "kari@school.example" });
  });

  it("is none where nothing was changed, the order of ticking included", () => {
    expect(editOf(teacher, { ...values, loginTypes: ["FEIDE", "PASSWORD"] })).toBeUndefined();
  });

  it("sends what was changed alone, with the version that was read", () => {
    expect(editOf(teacher, { ...values, displayName: "Kari N" })).toEqual({ version: 4, displayName: "Kari N" });
    expect(editOf(teacher, { ...values, roles: [] })).toEqual({ version: 4, roles: [], organizationId: school });
  });

  it("names no organization for roles of the whole platform", () => {
    const administrator = { ...teacher, roles: [{ role_key: "admin" }] };
    expect(editOf(administrator, { ...valuesOf(administrator, ""), roles: [] })).toEqual({ version: 4, roles: [] });
  });

  it("names what saving would end, and nothing where it ends nothing", () => {
    expect(consequencesOf(teacher, { ...values, displayName: "Kari N", loginTypes: [...values.loginTypes, "GOOGLE"] })).toEqual([]);
    const changed = { ...values, email: "new@school.example", resetPassword: true, loginTypes: ["PASSWORD"] };
    expect(consequencesOf(teacher, changed)).toEqual(["changeEmail", "resetPassword", "takeLoginType"]);
  });

  it("takes over what somebody else changed, except where it was changed here", () => {
    const now: UserDetails = { ...teacher, version: 5, defaultLocale: "fr", displayName: "Kari Olsen", roles: [] };
    const mine = { ...values, displayName: "Kari N" };
    const rebased = rebase(mine, teacher, now);
    expect(rebased).toMatchObject({ locale: "fr", displayName: "Kari N", roles: [] });
    expect(editOf(now, rebased)).toEqual({ version: 5, displayName: "Kari N" });
  });
});

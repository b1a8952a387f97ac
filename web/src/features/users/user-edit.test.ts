import type { UserDetails } from "@storyport/contract/user-details";
import { describe, expect, it } from "vitest";
import { someUserDetails } from "#/features/accounts/user-details.fixture.ts";
import { isSame } from "#/features/edits/edit-values.ts";
import { changeOf, consequencesOf, valuesOf } from "./user-edit.ts";
import type { EditValues } from "./user-edit.ts";

const school = "00000000-0000-4000-8000-000000000001";
const group = "00000000-0000-4000-8000-000000000002";

const teacher = someUserDetails({
  organizations: [{ id: school, organization_key: "School", isPrimary: true, joinedAt: "2026-01-01T00:00:00.000Z", mayRemove: true }],
  roles: [
    { role_key: "teacher", organizationId: school },
    { role_key: "member", organizationId: school, userGroupId: group },
  ],
  userGroups: [{ id: group, groupName: "Readers", organizationId: school, rightsType: "READ" }],
});
const values = valuesOf(teacher);

function changeTo(edited: EditValues, before = values) {
  return changeOf({ values: edited, isTouched: (field) => !isSame(edited[field], before[field]) });
}

describe("the edit of an account", () => {
  it("shows the directly held roles, not the roles of groups", () => {
    expect(values).toMatchObject({ roles: ["teacher"], userGroups: [group], email: "kari@school.example" });
  });

  it("is undefined without a change; the order of choices is no change", () => {
    expect(changeTo({ ...values, loginTypes: ["FEIDE", "PASSWORD"] })).toBeUndefined();
  });

  it("sends only touched fields", () => {
    expect(changeTo({ ...values, displayName: "Kari N" })).toEqual({ displayName: "Kari N" });
    expect(changeTo({ ...values, roles: [] })).toEqual({ roles: [], organizationId: school });
  });

  it("sends the direct permissions of the chosen organization, and shows none of another", () => {
    const elsewhere = "00000000-0000-4000-8000-000000000009";
    const given = [
      { permission_key: "manage_players", organizationId: school },
      { permission_key: "play_premium", organizationId: elsewhere },
    ];
    const before = valuesOf({ ...teacher, directPermissions: given });
    expect(before.permissions).toEqual(["manage_players"]);
    expect(changeTo({ ...before, permissions: [] }, before)).toEqual({ permissions: [], organizationId: school });
  });

  it("names no organization for roles of the whole platform", () => {
    const administrator = { ...teacher, roles: [{ role_key: "admin" }] };
    const before = valuesOf(administrator, { organizationId: "" });
    expect(changeTo({ ...before, roles: [] }, before)).toEqual({ roles: [] });
  });

  it("names what saving would end, if anything", () => {
    const more = { ...values, displayName: "Kari N", loginTypes: [...values.loginTypes, "GOOGLE"] };
    expect(consequencesOf(teacher, changeTo(more))).toEqual([]);
    expect(consequencesOf(teacher, changeTo(values))).toEqual([]);
    const changed = { ...values, email: "new@school.example", resetPassword: true, loginTypes: ["PASSWORD"] };
    expect(consequencesOf(teacher, changeTo(changed))).toEqual(["changeEmail", "resetPassword", "takeLoginType"]);
    const proposing = { ...teacher, may: { ...teacher.may, changeEmail: false } };
    expect(consequencesOf(proposing, { email: "other@school.example" })).toEqual(["proposeEmail"]);
  });

  it("ends nothing that another user gave since the form was opened", () => {
    const now: UserDetails = { ...teacher, email: "moved@school.example", loginTypes: [...teacher.loginTypes, "GOOGLE"] };
    expect(consequencesOf(now, changeTo({ ...values, displayName: "Kari N" }))).toEqual([]);
  });
});

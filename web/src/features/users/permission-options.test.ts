import { expect, test } from "vitest";
import { inheritedPermissions, permissionOptions } from "./permission-options.ts";

const roles = [
  { role_key: "member", role_name: "Member", description: "", permissions: ["login"] },
  { role_key: "teacher", role_name: "Teacher", description: "", permissions: ["login", "manage_players"] },
];
const permissions = ["login", "manage_players", "view_user_group"];

test("a permission that comes with a chosen role is disabled and names the role; the others can be ticked", () => {
  const inherited = inheritedPermissions(roles, ["member"]);
  expect([...inherited]).toEqual([["login", "Member"]]);
  const options = permissionOptions({ permissions, inherited });
  expect(options[0]).toMatchObject({ value: "login", disabled: true, reason: "Comes with the role Member" });
  for (const option of options.slice(1)) expect(option).not.toHaveProperty("disabled");
});

test("a held permission that the user may not give can still be removed", () => {
  const values = permissionOptions({ permissions, inherited: new Map(), held: ["play_premium"] }).map(({ value }) => value);
  expect(values).toEqual([...permissions, "play_premium"]);
});

test("if nothing can be given, only directly held permissions are shown", () => {
  const inherited = inheritedPermissions(roles, ["teacher"]);
  const options = permissionOptions({ permissions, inherited, held: ["view_user_group"], isRemoveOnly: true });
  expect(options.map(({ value }) => value)).toEqual(["view_user_group"]);
});

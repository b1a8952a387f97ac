import { expect, test } from "vitest";
import { roleOptions } from "./role-options.ts";

const roles = [
  { role_key: "member", role_name: "Member", description: "Belongs", permissions: [] },
  { role_key: "teacher", role_name: "Teacher", description: "Teaches", permissions: [] },
];

test("a role that comes with a user group is disabled and names the group", () => {
  const options = roleOptions({ roles, chosen: [], inherited: new Map([["member", "Readers"]]) });
  expect(options[0]).toMatchObject({ value: "member", disabled: true, reason: "Comes with the user group \u2068Readers\u2069" });
  expect(options[1]).not.toHaveProperty("disabled");
});

test("a held role that the user may not give can still be removed", () => {
  const values = roleOptions({ roles, chosen: ["premium"], inherited: new Map(), held: ["premium"] }).map(({ value }) => value);
  expect(values).toEqual(["member", "teacher", "premium"]);
});

test("if nothing can be given, only roles that are held, directly or by a user group, are shown", () => {
  const options = roleOptions({ roles, chosen: [], inherited: new Map([["premium", "Readers"]]), held: ["teacher"], isRemoveOnly: true });
  expect(options.map(({ value }) => value)).toEqual(["teacher", "premium"]);
});

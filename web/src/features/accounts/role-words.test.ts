import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { permissionName, roleName } from "./role-words.ts";

const migration = readFileSync(new URL("../../../../server/migrations/0003_roles.sql", import.meta.url), "utf8");

/** The key and the name of each row that the migration inserts into a table with names. */
function rowsOf(table: string): string[][] {
  const [, rows = ""] = new RegExp(`insert into ${table} \\(key, name, [^)]*\\) values([^;]*);`).exec(migration) ?? [];
  return [...rows.matchAll(/\('(\w+)', '([^']+)'/g)].map(([, key = "", name = ""]) => [key, name]);
}

test("the English names of roles and permissions are those of the server's list", () => {
  const [roles, permissions] = [rowsOf("roles"), rowsOf("permissions")];
  expect([roles.length, permissions.length]).toEqual([8, 8]);
  expect(roles.map(([key = ""]) => [key, roleName(key)])).toEqual(roles);
  expect(permissions.map(([key = ""]) => [key, permissionName(key)])).toEqual(permissions);
});

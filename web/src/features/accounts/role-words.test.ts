import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { permissionName, roleName } from "./role-words.ts";

const migration = readFileSync(new URL("../../../../server/migrations/0003_roles.sql", import.meta.url), "utf8");

/** The key and the name of each row that the migration inserts into a table with names. */
function rowsOf(table: string): string[][] {
  const [, rows = ""] = new RegExp(`insert into ${table} \\(key, name, [^)]*\\) values([^;]*);`).exec(migration) ?? [];
  return [...rows.matchAll(/\('(\w+)', '([^']+)'/g)].map(([, key = "", name = ""]) => [key, name]);
}

test("the English names of roles and permissions are those of the server's list, but that of `admin` says what it gives", () => {
  const [roles, all] = [rowsOf("roles"), rowsOf("permissions")];
  expect([roles.length, all.length]).toEqual([8, 8]);
  const permissions = all.filter(([key]) => key !== "admin");
  expect(roles.map(([key = ""]) => [key, roleName(key)])).toEqual(roles);
  expect(permissions.map(([key = ""]) => [key, permissionName(key)])).toEqual(permissions);
});

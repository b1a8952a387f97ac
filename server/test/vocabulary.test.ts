/** The contract's enumerations and the database's checks agree (specification, section 4). */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gameLevels } from "@storyport/contract/game-rights";
import {
  accountStatuses,
  locales,
  loginTypes,
  passwordStrengths,
  permissionKeys,
  playerGroupTypes,
  providers,
  resourceTypes,
  rightsLevels,
  tokenScopes,
  userGroupTypes,
} from "@storyport/contract/vocabulary";
import { createTestStore } from "./test-store.ts";
import type { TestStore } from "./test-store.ts";

let store: TestStore;
/** The allowed values of each column, under `table.column`; a column without its own check allows anything. */
let allowed: Map<string, string[] | "anything">;

beforeAll(async () => {
  store = await createTestStore();
  allowed = await readChecks(store);
});
afterAll(() => store.close());

/** The number of columns shows that the pattern finds them all. A new column raises it. */
describe("every column with such a value has a check for it", () => {
  test.each([
    ["login type", loginTypes, /\.(login_type|login_types)$/, 5],
    ["provider", providers, /\.provider$/, 3],
    ["rights level", rightsLevels, /^(?!game_rights).*\.rights_level$/, 3],
    ["level on a game", gameLevels, /^game_rights\.rights_level$/, 1],
    ["account status", accountStatuses, /^accounts\.status$/, 1],
    ["player group type", playerGroupTypes, /^player_groups\.group_type$/, 1],
    ["user group type", userGroupTypes, /^user_groups\.group_type$/, 1],
    ["token scope", tokenScopes, /\.(scope|max_scope|token_scope)$/, 4],
    ["resource type", resourceTypes, /\.resource_type$/, 1],
    ["language", locales, /\.default_locale$/, 1],
  ])("%s", (_, list, columns, count) => {
    const found = [...allowed].filter(([column]) => columns.test(column));
    expect(found).toEqual(found.map(([column]) => [column, [...list].toSorted()]));
    expect(found).toHaveLength(count);
  });
});

test("the permissions that the portal checks are those of the database", async () => {
  const { rows } = await sql<{ key: string }>`select key from permissions`.execute(store.database);
  expect(rows.map(({ key }) => key).toSorted()).toEqual([...permissionKeys].toSorted());
});

test.each([
  ["login type", loginTypes, "PASSWORD FEIDE GOOGLE API APPLE QRCODE"],
  ["rights level", rightsLevels, "NONE READ PLAY MODIFY OWNER SPECIAL"],
  ["account status", accountStatuses, "CREATED ACTIVE DEACTIVATED DELETED"],
  ["player group type", playerGroupTypes, "REGULAR DEFAULT ARCHIVED ACTIVE"],
  ["user group type", userGroupTypes, "REGULAR ARCHIVED HIDDEN"],
  ["token scope", tokenScopes, "USERGROUP PLAYERGROUP PLAYER"],
  ["password strength", passwordStrengths, "GOOD WEAK BAD"],
])("%s: the specification's words, in its order", (_, list, words) => expect(list.join(" ")).toBe(words));

async function readChecks({ database }: TestStore): Promise<Map<string, string[] | "anything">> {
  const { rows } = await sql<{ name: string; definition: string | null }>`
    select t.relname || '.' || a.attname as name, pg_get_constraintdef(c.oid) as definition
    from pg_class t
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_constraint c on c.conrelid = t.oid and c.contype = 'c' and c.conkey = array[a.attnum]
    where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
  `.execute(database);
  return new Map(rows.map(({ name, definition }) => [name, definition === null ? "anything" : wordsOf(definition)]));
}

/** Returns the values in `x = ANY (ARRAY['A'::text, 'B'::text])` and in `x <@ '{A,B}'::text[]`. */
function wordsOf(definition: string): string[] {
  const quoted = Array.from(definition.matchAll(/'([^']*)'/g), ([, words = ""]) => words.replace(/^\{|\}$/g, ""));
  return quoted.flatMap((words) => words.split(",")).toSorted();
}

/** One feature writes a table, so that all its changes are found in one folder. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const source = new URL("../src/", import.meta.url);

/** The tables that each place writes. A place is a feature, or `platform`. */
const owners: Record<string, readonly string[]> = {
  accounts: ["accounts", "account_login_types"],
  audit: ["audit_events", "history_blocks", "history_months"],
  "class-imports": ["class_imports", "class_import_classes", "class_import_students"],
  "email-changes": ["email_proposals"],
  erasures: ["erasures"],
  "federated-login": ["account_identities", "group_readings", "login_transactions", "provider_logins"],
  "game-login": ["game_codes", "game_consents"],
  conformance: ["conformance_runs", "conformance_logins", "conformance_observations", "conformance_turns"],
  "game-rights": ["game_rights"],
  games: ["games", "game_callbacks", "resource_links"],
  lessons: ["lessons"],
  "link-requests": ["link_requests"],
  links: ["account_links"],
  login: ["known_devices"],
  organizations: ["organizations", "organization_games", "organization_members", "name_consents"],
  passkeys: ["passkey_owners", "passkeys", "passkey_challenges"],
  "player-groups": ["player_groups", "account_player_group_rights"],
  players: ["players", "player_group_players", "account_players"],
  "qr-login": ["badges", "one_time_codes", "class_words"],
  rights: ["account_roles", "account_permissions"],
  rosters: ["roster_connections", "roster_classes", "roster_students", "roster_former_marks", "roster_runs", "roster_changes"],
  seats: ["devices", "device_codes"],
  "support-views": ["support_views"],
  "second-factor": ["second_factors", "backup_codes"],
  sessions: ["sessions"],
  transfers: ["transfers"],
  tokens: ["logout_notices", "token_families", "refresh_tokens"],
  "user-groups": ["user_groups", "user_group_members", "user_group_roles", "user_group_player_groups"],
  platform: ["key_canary", "maintenance", "migrations", "outbox", "portals", "signing_keys", "sweep_lease", "sweep_runs", "throttles"],
};

/** Files that write another feature's tables, each with its reason. */
const exceptions: Record<string, { reason: string; tables?: readonly string[] }> = {
  "platform/jobs/sweep.ts": { reason: "removes what has expired, wherever it is" },
  "features/accounts/erasure-queries.ts": { reason: "erases a person in one place, table by table" },
  "features/accounts/forget-listed.ts": {
    reason: "erases a person from the lists of the school",
    tables: ["roster_runs", "roster_changes", "roster_former_marks", "roster_students"],
  },
  "features/accounts/withdraw-transfers.ts": { reason: "withdraws what a person who leaves has offered", tables: ["transfers"] },
  "features/accounts/end-ways-in.ts": {
    reason: "ends all that proved an owner in one place, table by table",
    tables: ["account_identities", "login_transactions", "second_factors", "backup_codes", "passkeys"],
  },
  "features/accounts/end-all-logins.ts": {
    reason: "ends all logins of a restored backup in one place, table by table",
    tables: [
      "sessions",
      "token_families",
      "game_codes",
      "device_codes",
      "one_time_codes",
      "game_consents",
      "login_transactions",
      "passkey_challenges",
      "account_links",
      "email_proposals",
      "transfers",
    ],
  },
  "features/accounts/forget-devices.ts": {
    reason: "forgets the devices of an owner who sets a new password or gets a new address",
    tables: ["known_devices"],
  },
  "features/login/queries.ts": { reason: "forgets a login's failures in its one statement", tables: ["throttles"] },
  "features/sessions/queries.ts": {
    reason: "notes an owner's first login in the statement that starts the session, and moves the provider's token with it",
    tables: ["accounts", "provider_logins"],
  },
  "features/second-factor/queries.ts": { reason: "ends a half session with the guess that spends it", tables: ["sessions"] },
  "features/player-groups/right-queries.ts": {
    reason: "sets a user group's right on a player group, and counts the edit of the group",
    tables: ["user_groups", "user_group_player_groups"],
  },
  "features/tokens/queries.ts": { reason: "consumes the code that becomes a family", tables: ["game_codes"] },
  "features/tokens/device-code-queries.ts": {
    reason: "consumes the seat that becomes a family, with the key of its device",
    tables: ["devices", "device_codes"],
  },
  "features/tokens/bring-into-lesson.ts": { reason: "brings codes into a lesson with their sessions", tables: ["game_codes"] },
  "features/tokens/end-grants.ts": { reason: "ends codes with the families they would become", tables: ["game_codes"] },
};

const tables = Object.values(owners).flat();
const byBuilder = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*"(\w+)(?: as \w+)?"/g;
const bySql = /\b(?:insert\s+into|update(?!\s+(?:set|of|skip)\b)|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(\w+)/gi;

/** Returns the tables that a file writes, by the query builder and by SQL. */
function writtenIn(text: string): string[] {
  const named = [byBuilder, bySql].flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, table]) => table ?? []));
  return [...new Set(named)].filter((table) => tables.includes(table));
}

function filesOfServer(): string[] {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
  return files.filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));
}

function placeOf(path: string): string {
  const [top = "", feature = ""] = path.split("/");
  return top === "features" ? feature : top;
}

const writes = filesOfServer().flatMap((path) =>
  writtenIn(readFileSync(new URL(path, source), "utf8")).map((table) => ({ path, table, place: placeOf(path) })),
);

function isFreeTo({ path, table, place }: (typeof writes)[number]): boolean {
  const exception = exceptions[path];
  const isException = exception !== undefined && (exception.tables === undefined || exception.tables.includes(table));
  return isException || owners[place]?.includes(table) === true;
}

test("each table is written by its feature and the named exceptions alone", () => {
  expect(writes.length).toBeGreaterThan(60);
  expect(writes.filter((write) => !isFreeTo(write)).map(({ path, table }) => `${path} writes ${table}`)).toEqual([]);
});

test("accounts are created, members and login types added, and roles given by one statement each", () => {
  const inserted = (table: string) => {
    const pattern = new RegExp(`(?:insertInto\\(\\s*"${table}"|insert into ${table}\\b)`, "g");
    return filesOfServer().flatMap((path) => [...readFileSync(new URL(path, source), "utf8").matchAll(pattern)].map(() => path));
  };
  expect(inserted("accounts")).toEqual(["features/accounts/create-account.ts"]);
  expect(inserted("account_login_types")).toEqual(["features/accounts/login-types.ts"]);
  expect(inserted("organization_members")).toEqual(["features/organizations/add-member.ts"]);
  expect(inserted("account_roles")).toEqual(["features/rights/give-roles.ts"]);
});

test("every table has an owner, and every exception is needed", () => {
  const known = readFileSync(new URL("platform/database/tables.ts", source), "utf8");
  const [, body = ""] = known.split("export interface Tables {");
  const declared = [...body.matchAll(/^ {2}(\w+):/gm)].flatMap(([, name]) => name ?? []);
  // Only migrations write them.
  const fixed = ["permissions", "roles", "role_permissions"];
  expect(declared.filter((name) => !tables.includes(name) && !fixed.includes(name))).toEqual([]);
  for (const [path, { tables: excepted = [] }] of Object.entries(exceptions)) {
    const written = writes.filter((write) => write.path === path).map(({ table }) => table);
    expect(written.length, path).toBeGreaterThan(0);
    for (const table of excepted) expect(written, path).toContain(table);
  }
});

test("the check finds writes in every notation", () => {
  const samples = [
    'database.insertInto("accounts").values(row)',
    'database\n .updateTable("accounts as a")',
    "sql`insert into accounts (id) values (1)`",
    "sql`\n update accounts a set email = null`",
    "sql`delete from accounts where id = 1`",
  ];
  for (const sample of samples) expect(writtenIn(sample), sample).toEqual(["accounts"]);
  expect(writtenIn("sql`select id from accounts for update`")).toEqual([]);
  expect(writtenIn("sql`select id from accounts for update of accounts`")).toEqual([]);
});

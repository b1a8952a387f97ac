/** An export is complete, and holds neither a secret nor another person. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportOwnData, personalData, personalSections } from "@storyport/contract/personal-data";
import type { PersonalData } from "@storyport/contract/personal-data";
import { requestPasswordReset } from "@storyport/contract/passwords";
import { personalTables } from "#/features/accounts/personal-tables.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { aGame, aPassword, aTeacher, anAccount, logIn } from "#test/builders.ts";
import { setUpFactor } from "#test/authenticator.ts";
import { tokensFor } from "#test/oauth-client.ts";
import { setUpPasskey } from "#test/passkey-device.ts";
import { aClass } from "#test/school-class.ts";
import { answerLinkRequests } from "#/features/link-requests/answer-link-requests.ts";
import { newUserCode } from "#/features/seats/user-code.ts";
import { sectionOfTable } from "./sections.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function ownData(browser: Browser, query: { before?: string } = {}): Promise<PersonalData> {
  const answer = await browser.call(exportOwnData, { query });
  expect(answer.status, answer.text).toBe(200);
  return personalData.parse(answer.body);
}

/** Tables that refer to accounts and are not exported row by row, each with its reason. */
const notExported: Record<string, string> = {
  audit_events: "the history part of the export",
  erasures: "the receipt of an erased person, who has no account",
  login_transactions: "a connection that was begun; lives ten minutes and names no person but its account",
  group_readings: "a reading of the person's groups; lives ten minutes and names no person but its account",
  devices: "adopted by the person for a school; in the history",
  class_imports: "done by the person to a class; in the history",
  name_consents: "decided by the person for a school; in the history",
  roster_connections: "made by the person for a school; in the history",
  roster_runs: "done by the person for a school; in the history",
  lessons: "done by the person to a class; in the history",
  player_groups: "made by the person; in the history",
  user_groups: "made by the person; in the history",
};

describe("nothing about a person is forgotten", () => {
  test("every table that refers to an account is exported or has a reason, and so is every table that an erasure deletes", async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct c.conrelid::regclass::text as name from pg_constraint c
      where c.contype = 'f' and c.confrelid = 'accounts'::regclass`.execute(portal.context.database);
    const referring = rows.map(({ name }) => name);
    expect(referring.length).toBeGreaterThan(20);
    const answered = [...Object.keys(sectionOfTable), ...Object.keys(notExported)];
    expect(referring.filter((name) => !answered.includes(name))).toEqual([]);
    expect(personalTables.filter((name) => !Object.hasOwn(sectionOfTable, name))).toEqual([]);
    expect(Object.values(sectionOfTable).filter((name) => !personalSections.includes(name))).toEqual([]);
  });

  test("every column of an exported table is exported, or is a secret, an id or another person", async () => {
    const { rows } = await sql<{ table_name: string; column_name: string }>`
      select table_name, column_name from information_schema.columns where table_schema = 'public'
        and table_name = any(${["accounts", "players", ...personalTables]}::text[])`.execute(portal.context.database);
    const { account, browser } = await aPersonWithEverything();
    const data = await ownData(browser);
    const own: Partial<Record<string, readonly object[]>> = { accounts: [data.account], players: data.sections.players, ...byTable(data) };
    const keysOf = (table: string) => new Set((own[table] ?? []).flatMap((row) => Object.keys(row)));
    expect(account.id).toBe(data.account["id"]);
    const unexplained = rows
      .filter(({ table_name, column_name }) => !keysOf(table_name).has(camel(column_name)))
      .map(({ table_name, column_name }) => `${table_name}.${column_name}`)
      .filter((column) => !isExplained(column));
    expect(unexplained).toEqual([]);
  });
});

/** The exported rows of each table. A column of one table does not stand for the same name in another. */
function byTable(data: PersonalData): Record<string, readonly object[]> {
  return Object.fromEntries(Object.entries(sectionOfTable).map(([table, section]) => [table, data.sections[section]]));
}

/** Columns that the export leaves out or names otherwise. */
function isExplained(column: string): boolean {
  const [, name = ""] = column.split(".");
  const structural =
    /^(id|version|account_id|organization_id|player_group_id|player_id|user_group_id|class_import_id|lesson_id|family_id|identity_id|game_id|role_key)$/;
  const secret = /(digest|nonce|sealed|password_hash|successor_key|client_code|text_body|html_body|last_used_step|idle_seconds)/;
  const otherPeople = /(_by)$/;
  const renamed: Record<string, string> = {
    display_name: "name",
    default_locale: "language",
    client_id: "client",
    consumed_at: "usedAt",
    permission_key: "permission",
    proposed_at: "createdAt",
    begins_at: "createdAt",
    ends_at: "expiresAt",
    rights_level: "rightsLevel",
    subject: "providerId",
    seated_at: "createdAt",
    opened_at: "createdAt",
    ended_at: "revokedAt",
    ended_as: "revokedBecause",
    groups_unread_since: "groupsUnreadAt",
    groups_refused_since: "groupsRefusedAt",
  };
  /** How the portal works, and nothing about the person. */
  const machinery =
    /^((game_codes|token_families)\.(openid_scope|session_began_at)|outbox\.(attempts|send_after|expires_at|last_error|forget_when_sent|cause|is_for_many)|accounts\.(deactivated_by_platform|deleted_at)|device_codes\.(user_code|device_id|has_key|interval_seconds|last_polled_at|refused_at)|transfers\.to_organization_id|sessions\.support_view_id|support_views\.(administrator_id|ended_because)|passkey_owners\.user_handle|passkeys\.(credential_id|public_key|counter|aaguid|transports))$/;
  return structural.test(name) || secret.test(name) || otherPeople.test(name) || Object.hasOwn(renamed, name) || machinery.test(column);
}

const digest = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32)));

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A teacher with a row in every section. */
async function aPersonWithEverything() {
  const { account, organization, game } = await aTeacher(portal, { displayName: "Kari Nordmann" });
  const browser = await logIn(portal.browser(), account);
  await setUpPasskey(browser);
  const app = await setUpFactor(portal, browser);
  const school = await aClass(portal, { students: ["Nora"] });
  const account_id = account.id;
  const { database } = portal.context;
  const player = await database.selectFrom("account_players").select("player_id").executeTakeFirstOrThrow();
  const own = await database
    .insertInto("players")
    .values({
      organization_id: organization.id,
      name: "Kari plays",
      research_code: "r-1",
      pass_code: "p-1",
      external_id: `x-${account_id}`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database
    .insertInto("account_players")
    .values([
      { account_id, player_id: own.id },
      { account_id, ...player },
    ])
    .execute();
  await database.insertInto("player_group_players").values({ player_group_id: school.group.id, player_id: own.id }).execute();
  await database
    .insertInto("account_player_group_rights")
    .values({ account_id, player_group_id: school.group.id, rights_level: "READ" })
    .execute();
  await database
    .insertInto("game_rights")
    .values({ account_id, game_id: (await aGame(portal)).id, rights_level: "READ" })
    .execute();
  const permission = { account_id, permission_key: "play_premium" as const, organization_id: organization.id, given_by: school.teacher.id };
  await database.insertInto("account_permissions").values(permission).execute();
  const view = { account_id, reason: "The teacher does not find her class.", session_digest: digest(), ended_because: "BUTTON" as const };
  const times = { begins_at: new Date(), ends_at: new Date(Date.now() + 60_000), ended_at: new Date() };
  await database
    .insertInto("support_views")
    .values({ ...view, ...times, administrator_id: school.teacher.id })
    .execute();
  const group = await database
    .insertInto("user_groups")
    .values({ organization_id: organization.id, name: "Readers" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.insertInto("user_group_members").values({ account_id, user_group_id: group.id }).execute();
  const identity = {
    account_id,
    provider: "FEIDE" as const,
    issuer: "https://issuer.example",
    subject: `s-${account_id}`,
    label: "kari@feide",
  };
  await database.insertInto("account_identities").values(identity).execute();
  const later = sql<Date>`now() + interval '1 day'`;
  const proposal = { account_id, email: `new-${account_id}@school.example`, digest: digest(), proposed_by: school.teacher.id };
  await database
    .insertInto("email_proposals")
    .values({ ...proposal, expires_at: later })
    .execute();
  const place = { account_id, player_group_id: school.group.id, created_by: school.teacher.id, expires_at: later };
  await database
    .insertInto("badges")
    .values({ ...place, digest: digest(), sealed_code: Buffer.from("sealed") })
    .execute();
  await database
    .insertInto("one_time_codes")
    .values({ ...place, digest: digest() })
    .execute();
  const seat = { account_id, organization_id: organization.id, game_id: game.id, digest: digest(), user_code: newUserCode() };
  await database
    .insertInto("device_codes")
    .values({ ...seat, device_name: "TV", expires_at: later, seated_at: sql<Date>`now()` })
    .execute();
  const transfer = { account_id, organization_id: school.organization.id, player_group_id: school.group.id, player_id: own.id };
  await database
    .insertInto("transfers")
    .values({ ...transfer, opened_by: school.teacher.id, digest: digest(), expires_at: later })
    .execute();
  const class_import_id = crypto.randomUUID();
  await database
    .insertInto("class_imports")
    .values({ id: class_import_id, organization_id: school.organization.id, students: 1 })
    .execute();
  const imported = { class_import_id, account_id, player_id: own.id, player_group_id: school.group.id };
  await database.insertInto("class_import_students").values(imported).execute();
  await tokensFor(portal, browser, { game });
  // The letter waits, so the database still has its text with the link.
  await browser.call(requestPasswordReset, { body: { email: account.email } });
  await answerLinkRequests(portal.context);
  await database
    .insertInto("link_requests")
    .values({ purpose: "DELETION", email: account.email, request_id: "r", network: "203.0.113.0/24" })
    .execute();
  return { account, browser, app, organization, game, school, own };
}

test("the owner's own data has every section, readable keys, and no secret of any kind", async () => {
  const { account, browser, organization } = await aPersonWithEverything();
  const answer = await browser.call(exportOwnData, { query: {} });
  expect(answer.headers["cache-control"]).toContain("no-store");
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  expect(answer.headers["content-disposition"]).toMatch(
    new RegExp(`^attachment; filename="personal-data-${account.id.slice(0, 8)}-\\d{4}-\\d\\d-\\d\\d\\.json"$`),
  );
  const data = personalData.parse(answer.body);
  expect(data).toMatchObject({
    schema: "storyport.personal-data.1",
    timeZone: "Europe/Oslo",
    account: { id: account.id, email: account.email, name: "Kari Nordmann", status: "ACTIVE", hasPassword: true },
  });
  expect(Object.entries(data.sections).flatMap(([name, rows]) => (rows.length === 0 ? [name] : []))).toEqual([]);
  expect(data.sections.organizations).toEqual([expect.objectContaining({ organization: organization.key })]);
  expect(data.keptNotShown).toContain("secondFactorSecret");
  expect(data.history.events).toContainEqual(expect.objectContaining({ event: "login_succeeded", by: "SELF", isAboutSelf: true }));
  expect(data.history.next).toBeNull();
  const secrets = await secretsOf(account.id);
  expect(secrets.length).toBeGreaterThan(8);
  for (const secret of secrets) {
    for (const spelling of [secret.toString("hex"), secret.toString("base64"), secret.toString("base64url"), secret.toString("utf8")]) {
      expect(answer.text).not.toContain(spelling);
    }
  }
  for (const part of [aPassword, "argon2", "/account/set-password"]) expect(answer.text).not.toContain(part);
});

/** Every digest and sealed value that belongs to the account. */
async function secretsOf(accountId: string): Promise<Buffer[]> {
  const { rows: columns } = await sql<{ name: string; column: string }>`
    select c.table_name as name, c.column_name as column from information_schema.columns c
    where c.table_schema = 'public' and c.data_type = 'bytea' and exists (
      select from information_schema.columns o where o.table_name = c.table_name and o.column_name = 'account_id')`.execute(
    portal.context.database,
  );
  const found: Buffer[] = [];
  for (const { name, column } of columns) {
    const { rows } = await sql<{ secret: Buffer | null }>`
      select ${sql.ref(column)} as secret from ${sql.table(name)} where account_id = ${accountId}::uuid`.execute(portal.context.database);
    found.push(...rows.flatMap(({ secret }) => secret ?? []));
  }
  return found;
}

test("another person's data is nowhere: no name, address or id of who gave, made or did something, and no name of a shared player", async () => {
  const { account, browser, organization, school } = await aPersonWithEverything();
  const manager = await anAccount(portal, { displayName: "Mona Manager", memberships: [{ organization, roles: ["organization_admin"] }] });
  const about = {
    event: "account_edited",
    actor_id: manager.id,
    target_id: account.id,
    organization_id: organization.id,
    network: "198.51.100.0/24",
  };
  const details = { before: { email: "other@school.example" }, holder: manager.id };
  await portal.context.database
    .insertInto("audit_events")
    .values({ ...about, details: JSON.stringify(details) })
    .execute();
  const answer = await browser.call(exportOwnData, { query: {} });
  const data = personalData.parse(answer.body);
  expect(data.history.events).toContainEqual(
    expect.objectContaining({ event: "account_edited", by: "SCHOOL", isAboutSelf: true, network: null }),
  );
  for (const trace of [
    manager.id,
    manager.email,
    "Mona",
    "other@school.example",
    "198.51.100",
    school.teacher.id,
    school.teacher.email,
    "Nora",
  ]) {
    expect(answer.text).not.toContain(trace);
  }
  expect(data.sections.players).toHaveLength(2);
  expect(data.sections.players.map(({ name }) => name)).toContain("Kari plays");
});

/** The owner migrates. The portal runs as a role that can only add to the history (docs/decisions/0024). */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { listAuditEvents } from "@storyport/contract/audit";
import { StartRefusal } from "#/platform/settings.ts";
import { anAdministrator, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { isSomebodyWaiting } from "#test/meanwhile.ts";
import { monthAgo } from "#test/past-months.ts";
import { isEmbedded } from "#test/test-store.ts";
import { as, quoted, twoRoles } from "#test/two-roles.ts";
import { openStore } from "./connect.ts";
import { openMigratedStore } from "./open-migrated.ts";

const unheard = (): void => undefined;
const thisMonth = `audit_events_${monthAgo(0).replace("-", "_")}`;

describe.skipIf(isEmbedded)("with DATABASE_OWNER_URL", () => {
  let roles: Awaited<ReturnType<typeof twoRoles>>;
  let portal: TestPortal;
  beforeAll(async () => {
    roles = await twoRoles();
    portal = await buildTestPortal(
      {},
      {
        async throughDatabase() {
          await (await openMigratedStore({ kind: "postgres", ...roles }, unheard)).close();
          return roles.url;
        },
      },
    );
  });
  afterAll(() => portal.close());

  test("the portal works: a login succeeds and is recorded", async () => {
    const administrator = await anAdministrator(portal);
    const browser = await logIn(portal.browser(), administrator);
    const { results } = listAuditEvents.response.parse((await browser.call(listAuditEvents, { query: { about: administrator.id } })).body);
    expect(results.map(({ event }) => event)).toEqual(["login_succeeded"]);
  });

  test.each([
    "update audit_events set event = 'x'",
    "delete from audit_events",
    "truncate audit_events",
    "truncate audit_events cascade",
    "alter table audit_events disable trigger all",
    "drop trigger audit_events__append_only on audit_events",
    "create trigger mine before insert on audit_events for each row execute function refuse_audit_change()",
    "create rule mine as on insert to audit_events do instead nothing",
    "alter table audit_events rename to gone",
    "alter table audit_events add column mine text",
    "drop table audit_events",
    "create or replace function refuse_audit_change() returns trigger language plpgsql as 'begin return null; end'",
    "set session_replication_role = replica",
    "update migrations set sha256 = 'x'",
    "create table mine (id integer)",
    "update audit_events_first set event = 'x'",
    `delete from ${thisMonth}`,
    `truncate ${thisMonth}`,
    `insert into ${thisMonth} (id, at, event) values (1, now(), 'x')`,
    `alter table audit_events detach partition ${thisMonth}`,
    "drop table audit_events_first",
    "select add_history_month('2099-01-01')",
    "update history_months set dropped_at = now()",
    "delete from history_months",
    "delete from history_blocks",
  ])("its role is refused: %s", async (statement) => {
    const before = await eventCount();
    expect(await as(roles.url, [statement]).catch((error: unknown) => error)).toMatchObject({ code: "42501" });
    expect(await eventCount()).toBe(before);
  });

  test("it cannot grant itself permissions", async () => {
    const outcome = await as(roles.url, ["grant update on audit_events to current_user", "update audit_events set event = 'x'"]).catch(
      (error: unknown) => error,
    );
    expect(outcome).toMatchObject({ code: "42501" });
  });

  test("the grants wait for what holds them, also if the owner has a time limit of its own", async () => {
    await as(roles.admin, [`alter role "${roles.owner}" set statement_timeout = '1s'`]);
    const superuser = await openStore({ kind: "postgres", url: roles.admin }, unheard);
    let opened: Promise<unknown> | undefined;
    await superuser.withScripts(async (hold) => {
      await hold(`begin; grant select on accounts to "${roles.owner}"`);
      opened = openMigratedStore({ kind: "postgres", ...roles }, unheard).then(
        (store) => store.close(),
        (error: unknown) => error,
      );
      await vi.waitFor(async () => expect(await isSomebodyWaiting(superuser.database)).toBe(true), { timeout: 20_000, interval: 20 });
      // Longer than the owner's limit.
      await hold("select pg_sleep(2)");
      await hold("rollback");
    });
    await superuser.close();
    await as(roles.admin, [`alter role "${roles.owner}" reset statement_timeout`]);
    expect(await opened).toBeUndefined();
  });

  test("a portal without the owner's address starts only if nothing is left to migrate", async () => {
    await (await openMigratedStore({ kind: "postgres", url: roles.url }, unheard)).close();
    await as(roles.ownerUrl, ["delete from migrations where name like '0001%'"]);
    const refusal = await openMigratedStore({ kind: "postgres", url: roles.url }, unheard).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartRefusal);
  });

  async function eventCount(): Promise<number> {
    const { count } = await portal.store.database
      .selectFrom("audit_events")
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow();
    return Number(count);
  }
});

describe.skipIf(isEmbedded)("a portal's role that could change the history", () => {
  const refusalOf = (settings: { url: string; ownerUrl: string }): Promise<unknown> =>
    openMigratedStore({ kind: "postgres", ...settings }, unheard).then(
      (store) => store.close(),
      (error: unknown) => error,
    );

  test.each([
    ["owns the database, and may drop what is in it", (to: string, database: string) => `alter database ${database} owner to ${to}`],
    ["owns the schema", (to: string) => `alter schema public owner to ${to}`],
    ["makes roles", (to: string) => `alter role ${to} createrole`],
  ])("because it %s, is refused with a sentence", async (_, statementFor) => {
    const { admin, owner, ownerUrl, url, portal } = await twoRoles();
    expect(await refusalOf({ url, ownerUrl })).toBeUndefined();
    await as(admin, [`grant all on schema public to "${owner}"`, statementFor(quoted(portal), new URL(admin).pathname.slice(1))]);
    expect(String(await refusalOf({ url, ownerUrl }))).toMatch(/The role of DATABASE_URL could change the history/);
  });

  test("as the owner, its member or a superuser, is refused with a sentence", async () => {
    const { admin, owner, ownerUrl, url, portal } = await twoRoles();
    const sentence = /The role of DATABASE_URL could change the history/;
    expect(String(await refusalOf({ url: ownerUrl, ownerUrl }))).toMatch(sentence);
    expect(String(await refusalOf({ url: admin, ownerUrl }))).toMatch(sentence);
    expect(await refusalOf({ url, ownerUrl })).toBeUndefined();
    await as(admin, [`grant "${owner}" to ${quoted(portal)}`]);
    expect(String(await refusalOf({ url, ownerUrl }))).toMatch(sentence);
  });
});

test.skipIf(isEmbedded)("a DATABASE_OWNER_URL that leads to another database is refused, and changes neither", async () => {
  const { url, admin } = await twoRoles();
  const other = await twoRoles();
  const refusal: unknown = await openMigratedStore({ kind: "postgres", url, ownerUrl: other.ownerUrl }, unheard).catch(
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(StartRefusal);
  const [named, meant] = [other.admin, admin].map((address) => new URL(address).pathname.slice(1));
  expect(String(refusal)).toContain(`DATABASE_OWNER_URL leads to the database "${named}", and DATABASE_URL to another, "${meant}".`);
  for (const address of [admin, other.admin]) {
    const opened = await openStore({ kind: "postgres", url: address }, unheard);
    expect(await opened.withScripts((run) => run("select from pg_tables where schemaname = 'public'"))).toEqual([]);
    await opened.close();
  }
});

/** Badges, codes and transfers for students whose accounts change at that moment. Such a change does not lock the class. */
import type { Transaction } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueBadges, issueOneTimeCodes } from "@storyport/contract/qr-login";
import { openTransfer } from "@storyport/contract/transfers";
import { erasePerson } from "#/features/accounts/erase-person.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Answer } from "#test/browser.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { meanwhile } from "#test/meanwhile.ts";
import { aClass } from "#test/school-class.ts";
import type { SchoolClass } from "#test/school-class.ts";
import { isEmbedded } from "#test/test-store.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

type Issuing = (school: SchoolClass, studentUserId?: string) => Promise<Answer>;

const issues: [string, "badges" | "one_time_codes", Issuing][] = [
  [
    "badges",
    "badges",
    ({ desk, group: { id: playerGroupId } }, studentUserId) =>
      desk.call(issueBadges, { params: { playerGroupId }, body: studentUserId === undefined ? {} : { studentUserId } }),
  ],
  [
    "one-time codes",
    "one_time_codes",
    ({ desk, group: { id: playerGroupId } }, studentUserId) =>
      desk.call(issueOneTimeCodes, { params: { playerGroupId }, body: studentUserId === undefined ? {} : { studentUserId } }),
  ],
];

/** As `changeLoginTypes`, which voids the badges that exist. */
const losesBadges = (id: string) => (transaction: Transaction<Tables>) =>
  transaction.deleteFrom("account_login_types").where("account_id", "=", id).where("login_type", "=", "QRCODE").execute();

/** As `deleteUserByAdmin`. */
const isDeleted = (id: string) => (transaction: Transaction<Tables>) =>
  erasePerson(portal.context, transaction, { id, email: null, default_locale: "en" });

async function holdersOf(table: "badges" | "one_time_codes", { group }: SchoolClass): Promise<string[]> {
  const rows = await portal.context.database.selectFrom(table).select("account_id").where("player_group_id", "=", group.id).execute();
  return rows.map(({ account_id }) => account_id);
}

// The embedded store has one connection, so nothing can run concurrently there.
describe.skipIf(isEmbedded).each(issues)("%s", (_, table, issue) => {
  test("do not survive the end of the badge login: errors.loginTypeNotAllowed", async () => {
    const school = await aClass(portal);
    const [account = { id: "" }] = school.students;
    const answer = await meanwhile(portal, { account, happens: losesBadges(account.id), call: () => issue(school, account.id) });
    expect(answer).toMatchObject({ status: 403, body: { code: "errors.loginTypeNotAllowed" } });
    expect(await holdersOf(table, school)).toEqual([]);
  });

  test("of a whole class leave out a student who loses the badge login", async () => {
    const school = await aClass(portal);
    const [account = { id: "" }, other] = school.students;
    const answer = await meanwhile(portal, { account, happens: losesBadges(account.id), call: () => issue(school) });
    expect(answer.status).toBe(201);
    expect(await holdersOf(table, school)).toEqual([other?.id]);
  });

  test("are not left behind by a student who is deleted: errors.notFound", async () => {
    const school = await aClass(portal);
    const [account = { id: "" }] = school.students;
    const answer = await meanwhile(portal, { account, happens: isDeleted(account.id), call: () => issue(school, account.id) });
    expect(answer).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    expect(await holdersOf(table, school)).toEqual([]);
  });
});

test.skipIf(isEmbedded)("a transfer is not left behind by a student who is deleted: errors.notFound", async () => {
  const school = await aClass(portal);
  const [account = { id: "" }] = school.students;
  const params = { playerGroupId: school.group.id };
  const call = () => school.desk.call(openTransfer, { params, body: { studentUserId: account.id } });
  const answer = await meanwhile(portal, { account, happens: isDeleted(account.id), call });
  expect(answer).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
  const { database } = portal.context;
  expect(await database.selectFrom("transfers").select("id").where("account_id", "=", account.id).execute()).toEqual([]);
});

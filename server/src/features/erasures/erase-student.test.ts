import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eraseStudent, erasure, getErasure, previewErasure } from "@storyport/contract/erasures";
import type { Erasure } from "@storyport/contract/erasures";
import { issueBadges, issueOneTimeCodes, listBadges } from "@storyport/contract/qr-login";
import { confirmLogin } from "@storyport/contract/confirmations";
import { validateAuth } from "@storyport/contract/login";
import { createStudent } from "@storyport/contract/players";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { aPassword, aSession, anAccount, anAdministrator, anOrganization } from "#test/builders.ts";
import { aColleague, aLesson, boardOf, playBy, statesOn } from "#test/lessons.ts";
import { meanwhile } from "#test/meanwhile.ts";
import { refresh } from "#test/oauth-client.ts";
import { aClass, aClassWithBadges, scan } from "#test/school-class.ts";
import { sweep } from "#/platform/jobs/sweep.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const idOf = (students: readonly { id: string }[], index = 0) => students[index]?.id ?? "";

function erase(browser: Browser, studentUserId: string): Promise<Answer> {
  return browser.call(eraseStudent, { body: { studentUserId, askedBy: "PARENT" } });
}

async function erased(browser: Browser, studentUserId: string): Promise<Erasure> {
  const answer = await erase(browser, studentUserId);
  expect(answer.status, answer.text).toBe(201);
  return erasure.parse(answer.body);
}

test("a student of the teacher's class is erased: no account, player, event or receipt names the child, the badge and the session end, the class keeps a player without a name", async () => {
  const school = await aClass(portal, { students: ["Solveig Unmistakable", "Emil"] });
  const { desk, group, students, organization, teacher } = school;
  const params = { playerGroupId: group.id };
  const { database } = portal.context;
  const badges = (await desk.call(issueBadges, { params, body: {} })).body as { displayName: string; qrCodeUrl: string }[];
  await desk.call(issueOneTimeCodes, { params, body: { studentUserId: idOf(students) } });
  const code = new URL(badges.find(({ displayName }) => displayName !== "Emil")?.qrCodeUrl ?? "").searchParams.get("code") ?? "";
  const tablet = portal.browser();
  expect((await scan(tablet, code)).status).toBe(200);

  const receipt = await erased(desk, idOf(students));
  expect(receipt).toMatchObject({
    number: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
    askedBy: "PARENT",
    erasedBy: expect.any(String),
    organization: { id: organization.id, organization_key: organization.key },
    timeZone: "Europe/Oslo",
    // Other: the role, the membership and the login type.
    erased: { players: 1, sharedPlayers: 0, badges: 1, oneTimeCodes: 1, sessions: 1, gameLogins: 0, other: 3 },
  });
  expect((await tablet.call(validateAuth)).status).toBe(401);
  expect((await scan(portal.browser(), code)).status).toBe(401);
  const listed = (await desk.call(listBadges, { params })).body as { students: { displayName: string }[] };
  expect(listed.students.map(({ displayName }) => displayName)).toEqual(["Emil"]);
  const players = await database
    .selectFrom("players as p")
    .innerJoin("player_group_players as gp", "gp.player_id", "p.id")
    .select("p.name")
    .where("gp.player_group_id", "=", group.id)
    .execute();
  expect(players.map(({ name }) => name)).toContain("-");

  for (const table of ["erasures", "audit_events", "accounts", "players"] as const) {
    const rows = await database.selectFrom(table).selectAll().execute();
    expect(JSON.stringify(rows), table).not.toContain("Unmistakable");
  }
  const [event] = await database
    .selectFrom("audit_events")
    .select(["actor_id", "organization_id", "details"])
    .where("event", "=", "account_deleted")
    .where("target_id", "=", idOf(students))
    .execute();
  const details = { receipt: receipt.number, askedBy: "PARENT" };
  expect(event).toEqual({ actor_id: teacher.id, organization_id: organization.id, details });
});

test("fifty calls at once: one erases, and all get its receipt", async () => {
  const { desk, students } = await aClassWithBadges(portal);
  const answers = await Promise.all(Array.from({ length: 50 }, () => erased(desk, idOf(students))));
  expect(new Set(answers.map(({ number }) => number)).size).toBe(1);
  const { database } = portal.context;
  const kept = await database.selectFrom("erasures").select("number").where("account_id", "=", idOf(students)).execute();
  expect(kept).toHaveLength(1);
  const events = await database
    .selectFrom("audit_events")
    .select("id")
    .where("event", "=", "account_deleted")
    .where("target_id", "=", idOf(students))
    .execute();
  expect(events).toHaveLength(1);
});

test("a repeated call gets the same receipt for an hour, and finds no student afterwards", async () => {
  const { desk, students } = await aClass(portal);
  const receipt = await erased(desk, idOf(students));
  expect(await erased(desk, idOf(students))).toEqual(receipt);
  await portal.clock.travel(60 * 60 + 1);
  await desk.call(confirmLogin, { body: { password: aPassword } });
  expect(await erase(desk, idOf(students))).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
});

test("an erasure and new badges for the whole class at the same time do not deadlock, and no badge of the child remains", async () => {
  const { desk, students, group } = await aClassWithBadges(portal);
  const issue = () => desk.call(issueBadges, { params: { playerGroupId: group.id }, body: {} });
  const calls = Array.from({ length: 20 }, (_, index) => (index === 10 ? erase(desk, idOf(students)) : issue()));
  const answers = await Promise.all(calls);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  const badges = await portal.context.database.selectFrom("badges").select("id").where("account_id", "=", idOf(students)).execute();
  expect(badges).toEqual([]);
});

test("an erasure that waits for the student leaves the class free, so that a seat given meanwhile cannot deadlock with it", async () => {
  const { desk, students, group } = await aClass(portal);
  const answer = await meanwhile(portal, {
    account: { id: idOf(students) },
    happens: async () => undefined,
    goesOn: (transaction) => sql`select from player_groups where id = ${group.id}::uuid for no key update nowait`.execute(transaction),
    call: () => erase(desk, idOf(students)),
  });
  expect(answer.status).toBe(201);
});

test("in a running lesson the child is erased all the same: the token is refused, and the board no longer shows the child", async () => {
  const school = await aLesson(portal, { students: ["Nora", "Emil"] });
  const tokens = await playBy(portal, school, school.badge("Nora"));
  expect(statesOn(await boardOf(school.desk, school.lesson))).toEqual({ Nora: "in-the-game", Emil: "not-yet" });
  const receipt = await erased(school.desk, idOf(school.students));
  expect(receipt.erased.gameLogins, "the game's code and its token family").toBe(2);
  expect((await refresh(portal, tokens)).status).toBe(400);
  expect(statesOn(await boardOf(school.desk, school.lesson))).toEqual({ Emil: "not-yet" });
});

test("open boards hear of it, also when the child had not logged in", async () => {
  const school = await aLesson(portal, { students: ["Nora", "Emil"] });
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  const stop = await portal.context.listen("lesson", {
    onMessage: (message) => message === school.lesson.id && tell(),
    onGap: () => undefined,
  });
  await erased(school.desk, idOf(school.students));
  await expect(told).resolves.toBeUndefined();
  await stop();
});

test("errors.notAllowed: a colleague with MODIFY, READ or PLAY on the class", async () => {
  const school = await aClass(portal);
  for (const level of ["READ", "PLAY", "MODIFY"] as const) {
    const answer = await erase(await aColleague(portal, school, level), idOf(school.students));
    expect(answer).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  }
});

test("errors.notFound: another school's student, the caller, a colleague, another school's teacher, an unknown id, a child that a colleague erased", async () => {
  const school = await aClass(portal);
  const { desk, teacher, students } = school;
  const other = await aClass(portal);
  const colleague = await anAccount(portal, { memberships: [{ organization: school.organization, roles: ["teacher"] }] });
  await erased(await aColleague(portal, school, "OWNER"), idOf(students));
  for (const id of [idOf(other.students), teacher.id, colleague.id, other.teacher.id, crypto.randomUUID(), idOf(students)]) {
    expect(await erase(desk, id)).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
  }
});

test("errors.moreThanStudent: a student with another role, or in another school; nothing is erased", async () => {
  const { desk, students, organization } = await aClass(portal);
  const { database } = portal.context;
  await database
    .insertInto("account_roles")
    .values({ account_id: idOf(students), role_key: "member", organization_id: organization.id })
    .execute();
  const other = await anOrganization(portal);
  await database
    .insertInto("organization_members")
    .values({ account_id: idOf(students, 1), organization_id: other.id })
    .execute();
  for (const { id } of students) {
    expect(await erase(desk, id)).toMatchObject({ status: 403, body: { code: "errors.moreThanStudent" } });
    expect((await database.selectFrom("accounts").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status).toBe("ACTIVE");
  }
});

test("an administrator and the school's manager erase a student too; a student with an e-mail address gets a last letter", async () => {
  const { students, organization } = await aClass(portal);
  const admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
  await erased(admin, idOf(students));
  const email = `pupil-${crypto.randomUUID().slice(0, 8)}@school.example`;
  await portal.context.database.updateTable("accounts").set({ email }).where("id", "=", idOf(students, 1)).execute();
  const manager = await anAccount(portal, { memberships: [{ organization, roles: ["organization_admin"] }] });
  const office = await aSession(portal, manager, { loginType: "PASSWORD", organizationId: organization.id });
  await erased(office, idOf(students, 1));
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo(email).map(({ subject }) => subject)).toEqual(["Your Storyport account has been deleted"]);
});

test.each([
  ["the school", "Your school has deleted your Storyport account"],
  ["an administrator", "An administrator has deleted your Storyport account"],
])("the last letter says that %s erased the student", async (by, words) => {
  const { students, desk } = await aClass(portal);
  const email = `pupil-${crypto.randomUUID().slice(0, 8)}@school.example`;
  await portal.context.database.updateTable("accounts").set({ email }).where("id", "=", idOf(students)).execute();
  const browser = by === "the school" ? desk : await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
  await erased(browser, idOf(students));
  await portal.sendLetters();
  expect(portal.mailbox.lettersTo(email).map(({ text }) => text)).toEqual([expect.stringContaining(words)]);
});

test("a player that a sibling plays too keeps its name, and the receipt counts it", async () => {
  const { desk, students } = await aClass(portal);
  const { database } = portal.context;
  const own = database.selectFrom("account_players").select("player_id").where("account_id", "=", idOf(students));
  const row = { account_id: idOf(students, 1), ...(await own.executeTakeFirstOrThrow()) };
  await database.insertInto("account_players").values(row).execute();
  const receipt = await erased(desk, idOf(students));
  expect(receipt.erased).toMatchObject({ players: 0, sharedPlayers: 1 });
  const { name } = await database.selectFrom("players").select("name").where("id", "=", row.player_id).executeTakeFirstOrThrow();
  expect(name).not.toBe("-");
});

test("the receipt is found again by its number, as typed, by the school's teachers and administrators; elsewhere it is not found", async () => {
  const school = await aClass(portal);
  const receipt = await erased(school.desk, idOf(school.students));
  const typed = `${receipt.number.slice(0, 4)}-${receipt.number.slice(4)}`.toLowerCase().replaceAll("0", "o").replaceAll("1", "l");
  const admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
  for (const browser of [school.desk, await aColleague(portal, school, "READ"), admin]) {
    const answer = await browser.call(getErasure, { params: { number: typed } });
    expect(answer).toMatchObject({ status: 200, body: receipt });
  }
  const other = await aClass(portal);
  const unknown = { status: 404, body: { code: "errors.notFound" } };
  expect(await other.desk.call(getErasure, { params: { number: receipt.number } })).toMatchObject(unknown);
  expect(await school.desk.call(getErasure, { params: { number: "ZZZZZZZZ" } })).toMatchObject(unknown);
  expect(await school.desk.call(getErasure, { params: { number: "short" } })).toMatchObject({ status: 400 });
});

test("a teacher who left is no longer named on the receipt", async () => {
  const school = await aClass(portal);
  const receipt = await erased(school.desk, idOf(school.students));
  const colleague = await aColleague(portal, school, "READ");
  await portal.context.database.deleteFrom("organization_members").where("account_id", "=", school.teacher.id).execute();
  expect((await colleague.call(getErasure, { params: { number: receipt.number } })).body).toMatchObject({ erasedBy: null });
});

test("a receipt is kept for three years and then swept", async () => {
  const school = await aClass(portal);
  const receipt = await erased(school.desk, idOf(school.students));
  const { database } = portal.context;
  expect(receipt.keptUntil.slice(0, 4)).toBe(String(Number(receipt.erasedAt.slice(0, 4)) + 3));
  const age = (days: number) =>
    database
      .updateTable("erasures")
      .set({ erased_at: new Date(Date.parse(receipt.erasedAt) - days * 86_400_000) })
      .where("number", "=", receipt.number)
      .execute();
  // Three years have 1,095 or 1,096 days.
  await age(1090);
  await sweep(portal.context);
  expect((await school.desk.call(getErasure, { params: { number: receipt.number } })).status).toBe(200);
  await age(1100);
  expect((await school.desk.call(getErasure, { params: { number: receipt.number } })).status).toBe(404);
  await sweep(portal.context);
  expect(await database.selectFrom("erasures").select("number").where("number", "=", receipt.number).execute()).toEqual([]);
});

test("a name that the teacher used before may be used again for a new student", async () => {
  const { desk, students, group } = await aClass(portal, { students: ["Nora"] });
  await erased(desk, idOf(students));
  expect((await desk.call(createStudent, { body: { studentName: "Nora", groupId: group.id } })).status).toBe(201);
});

test("the question before names the child, the classes and the shared players, to an owner and to no lower level", async () => {
  const school = await aClass(portal, { students: ["Nora"] });
  const params = { userId: idOf(school.students) };
  const body = { displayName: "Nora", classes: [{ id: school.group.id, groupName: "2A" }], sharedPlayers: 0 };
  expect(await school.desk.call(previewErasure, { params })).toMatchObject({ status: 200, body });
  const colleague = await aColleague(portal, school, "MODIFY");
  expect(await colleague.call(previewErasure, { params })).toMatchObject({ status: 403, body: { code: "errors.notAllowed" } });
  const other = await aClass(portal);
  expect(await other.desk.call(previewErasure, { params })).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
});

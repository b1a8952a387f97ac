// oxlint-disable eslint/max-lines -- One story: what both schools see and keep, from the offer to its end.
/** A student changes schools with the consent of both (decision 55). */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "@storyport/contract/limits";
import { validateAuth } from "@storyport/contract/login";
import { listBadges, logInWithOneTimeCode, issueOneTimeCodes, oneTimeCode } from "@storyport/contract/qr-login";
import {
  acceptTransfer,
  checkTransfer,
  declineTransfer,
  listTransfers,
  offeredTransfer,
  openTransfer,
  withdrawTransfer,
} from "@storyport/contract/transfers";
import * as z from "zod/mini";
import { erasePerson } from "#/features/accounts/erase-person.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPlayerGroup, aSession, anAccount, anAdministrator } from "#test/builders.ts";
import { codeIn } from "#test/class-imports.ts";
import { aColleague, playBy } from "#test/lessons.ts";
import { refresh } from "#test/oauth-client.ts";
import { aClass, aClassWithBadges, badgesOf, codeOn, scan } from "#test/school-class.ts";
import type { SchoolClass } from "#test/school-class.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

interface Offer {
  id: string;
  token: string;
  link: string;
}

const idOf = (school: SchoolClass, index = 0): string => school.students[index]?.id ?? "";

function open(school: SchoolClass, wish: { desk?: Browser; student?: string; email?: string } = {}): Promise<Answer> {
  const { desk = school.desk, student = idOf(school), email } = wish;
  const body = { studentUserId: student, ...(email === undefined ? {} : { email }) };
  return desk.call(openTransfer, { params: { playerGroupId: school.group.id }, body });
}

async function anOffer(school: SchoolClass, wish?: Parameters<typeof open>[1]): Promise<Offer> {
  const answer = await open(school, wish);
  expect(answer.status, answer.text).toBe(201);
  const { id, link } = openTransfer.response.parse(answer.body);
  return { id, link, token: link.split("/").at(-1) ?? "" };
}

const check = (desk: Browser, { token }: Pick<Offer, "token">) => desk.call(checkTransfer, { body: { token } });

function accept({ desk, group }: Pick<SchoolClass, "desk" | "group">, { token }: Pick<Offer, "token">): Promise<Answer> {
  return desk.call(acceptTransfer, { body: { token, playerGroupId: group.id } });
}

function decline({ desk, organization }: SchoolClass, { token }: Pick<Offer, "token">): Promise<Answer> {
  return desk.call(declineTransfer, { body: { token, organizationId: organization.id } });
}

const withdraw = (desk: Browser, { id }: Pick<Offer, "id">) => desk.call(withdrawTransfer, { params: { transferId: id } });

async function listed({ desk, group }: Pick<SchoolClass, "desk" | "group">) {
  const answer = await desk.call(listTransfers, { params: { playerGroupId: group.id } });
  expect(answer.status, answer.text).toBe(200);
  return listTransfers.response.parse(answer.body).transfers;
}

/** Two schools, each with a class. */
async function twoSchools(): Promise<[SchoolClass & { nora: string; emil: string }, SchoolClass]> {
  const from = await aClassWithBadges(portal);
  for (const [index, name] of ["Nora", "Emil"].entries()) {
    const players = portal.context.database.updateTable("players").set({ name });
    await players.where("id", "=", from.playerIds[index] ?? "").execute();
  }
  return [from, await aClass(portal, { students: [] })];
}

/** The same school after its teacher has logged in again. */
async function later<T extends SchoolClass>(school: T): Promise<T> {
  return { ...school, desk: await aSession(portal, school.teacher, { loginType: "PASSWORD", organizationId: school.organization.id }) };
}

/** The names of the students who may log in by a class's badges. */
async function studentsOf({ desk, group }: Pick<SchoolClass, "desk" | "group">): Promise<string[]> {
  const { body } = await desk.call(listBadges, { params: { playerGroupId: group.id } });
  return listBadges.response.parse(body).students.map(({ displayName }) => displayName);
}

describe("a transfer", () => {
  test("is opened by one school and accepted by another, which gets the student with a new player", async () => {
    const [from, to] = await twoSchools();
    const offer = await anOffer(from);
    const seen = await check(to.desk, offer);
    expect(offeredTransfer.parse(seen.body)).toMatchObject({
      studentName: "Nora",
      fromSchool: from.organization.key,
      classes: [{ playerGroupId: to.group.id, organization: { id: to.organization.id, organization_key: to.organization.key } }],
    });
    expect((await accept(to, offer)).body).toEqual({ playerGroupId: to.group.id, groupName: "2A", studentName: "Nora" });

    expect(await studentsOf(to)).toEqual(["Nora"]);
    expect(await studentsOf(from)).toEqual(["Emil"]);
    const { database } = portal.context;
    const played = await database.selectFrom("account_players").select("player_id").where("account_id", "=", idOf(from)).execute();
    expect(played).toHaveLength(1);
    expect(from.playerIds).not.toContain(played[0]?.player_id);
    const members = database.selectFrom("organization_members").select(["organization_id", "is_primary"]);
    expect(await members.where("account_id", "=", idOf(from)).execute()).toEqual([
      { organization_id: to.organization.id, is_primary: true },
    ]);
    const roles = database.selectFrom("account_roles").select(["organization_id", "role_key"]).where("account_id", "=", idOf(from));
    expect(await roles.execute()).toEqual([{ organization_id: to.organization.id, role_key: "student" }]);
    const [badge] = await badgesOf(to);
    const tablet = portal.browser();
    expect((await scan(tablet, codeOn(badge))).body).toMatchObject({ displayName: "Nora", orgId: to.organization.id });
  });

  test("leaves the player with its results to the former school", async () => {
    const [from, to] = await twoSchools();
    expect((await accept(to, await anOffer(from))).status).toBe(200);
    const { database } = portal.context;
    const kept = database
      .selectFrom("players")
      .select(["organization_id", "name"])
      .where("id", "=", from.playerIds[0] ?? "");
    expect(await kept.execute()).toEqual([{ organization_id: from.organization.id, name: "Nora" }]);
    const places = database.selectFrom("player_group_players").select("player_id").where("player_group_id", "=", from.group.id);
    expect(await places.execute()).toHaveLength(2);
    // The new school may erase the student, and the former school still has what it measured.
    const account = { id: idOf(from), email: null, default_locale: "en" };
    await database.transaction().execute((transaction) => erasePerson(portal.context, transaction, account));
    expect(await kept.execute()).toHaveLength(1);
    expect((await kept.execute())[0]).toMatchObject({ name: "Nora" });
  });

  test("ends all that the student logs in with at the former school, at once", async () => {
    const [from, to] = await twoSchools();
    const playing = await playBy(portal, from, from.nora);
    const door = portal.browser();
    expect((await scan(door, from.nora)).status).toBe(200);
    const issued = await from.desk.call(issueOneTimeCodes, {
      params: { playerGroupId: from.group.id },
      body: { studentUserId: idOf(from) },
    });
    const code = z.array(oneTimeCode).parse(issued.body)[0]?.otpCode;
    expect((await accept(to, await anOffer(from))).status).toBe(200);
    expect((await refresh(portal, playing)).status).toBe(400);
    expect((await door.call(validateAuth)).status).toBe(401);
    expect((await scan(portal.browser(), from.nora)).status).toBe(401);
    expect((await portal.browser().call(logInWithOneTimeCode, { body: { code } })).status).toBe(401);
    expect((await scan(portal.browser(), from.emil)).status).toBe(200);
  });

  test("shows its state to the sending school, without the link", async () => {
    const [from, to] = await twoSchools();
    const offer = await anOffer(from);
    expect(await listed(from)).toMatchObject([{ id: offer.id, studentName: "Nora", state: "open" }]);
    await decline(to, offer);
    expect(await listed(from)).toMatchObject([{ state: "declined", toSchool: to.organization.key }]);
    const second = await anOffer(from);
    await withdraw(from.desk, second);
    const third = await anOffer(from);
    await portal.clock.travel(15 * 24 * 3600);
    const [sender, receiver] = [await later(from), await later(to)];
    const fourth = await anOffer(sender);
    await accept(receiver, fourth);
    const states = (await listed(sender)).map(({ id, state }) => [id, state]);
    expect(states).toEqual([
      [fourth.id, "accepted"],
      [third.id, "expired"],
      [second.id, "withdrawn"],
      [offer.id, "declined"],
    ]);
    const shown = await sender.desk.call(listTransfers, { params: { playerGroupId: from.group.id } });
    expect(shown.text).not.toContain(fourth.token);
  });

  test("is in the history of both schools when it is accepted or declined, and of the sender alone before", async () => {
    const [from, to] = await twoSchools();
    await withdraw(from.desk, await anOffer(from));
    await decline(to, await anOffer(from));
    await accept(to, await anOffer(from));
    const events = (await eventsAbout(portal, idOf(from))).filter(({ event }) => event.startsWith("transfer_")).toReversed();
    const [a, b] = [from.organization.id, to.organization.id];
    const [sender, receiver] = [from.teacher.id, to.teacher.id];
    expect(events.map(({ event, organization_id, actor_id }) => [event, organization_id, actor_id])).toEqual([
      ["transfer_opened", a, sender],
      ["transfer_withdrawn", a, sender],
      ["transfer_opened", a, sender],
      ["transfer_declined", a, receiver],
      ["transfer_declined", b, receiver],
      ["transfer_opened", a, sender],
      ["transfer_accepted", a, receiver],
      ["transfer_accepted", b, receiver],
    ]);
    expect(events.at(-1)?.details).toEqual({ playerGroupId: to.group.id, fromOrganizationId: a, toOrganizationId: b });
  });

  test("tells the sending school's history nothing of the network from which it is answered", async () => {
    const [from, to] = await twoSchools();
    await decline(to, await anOffer(from));
    await accept(to, await anOffer(from));
    const { rows } = await sql`
      select distinct organization_id = ${from.organization.id} as "isSender", network from audit_events
      where actor_id = ${to.teacher.id} and target_id = ${idOf(from)} order by 1`.execute(portal.context.database);
    expect(rows).toEqual([
      { isSender: false, network: "127.0.0.0/24" },
      { isSender: true, network: "portal" },
    ]);
  });

  test("is sent to a colleague without the student's name, in the sender's language", async () => {
    const [from, to] = await twoSchools();
    await portal.context.database.updateTable("accounts").set({ default_locale: "nb" }).where("id", "=", from.teacher.id).execute();
    const { link } = await anOffer(from, { email: "colleague@elsewhere.example" });
    await portal.sendLetters();
    const letter = portal.mailbox.letters.find((sent) => sent.to === "colleague@elsewhere.example");
    expect(letter?.subject).toBe(`School ${from.organization.key} vil overføre en elev til skolen din`);
    expect(letter?.text).toContain(link);
    expect(letter?.text).not.toMatch(/Nora/);
    expect((await check(to.desk, { token: link.split("/").at(-1) ?? "" })).status).toBe(200);
  });

  test("of a student of two schools is refused at the second (errors.transferAlreadyHere), and to a third school leaves the second as it is", async () => {
    const [from, to] = await twoSchools();
    const second = await aClass(portal, { students: [] });
    const { database } = portal.context;
    await database
      .insertInto("organization_members")
      .values({ account_id: idOf(from), organization_id: second.organization.id })
      .execute();
    await database
      .insertInto("account_roles")
      .values({ account_id: idOf(from), organization_id: second.organization.id, role_key: "student" })
      .execute();
    const offer = await anOffer(from);
    expect(codeIn(await accept(second, offer))).toBe("errors.transferAlreadyHere");
    expect((await accept(to, offer)).status).toBe(200);
    const members = database.selectFrom("organization_members").select("organization_id").where("account_id", "=", idOf(from));
    expect((await members.execute()).map(({ organization_id }) => organization_id).toSorted()).toEqual(
      [second, to].map(({ organization }) => organization.id).toSorted(),
    );
  });
});

describe("of fifty at once", () => {
  test("one accepts, and the student is at one new school", async () => {
    const from = await aClassWithBadges(portal);
    const schools = [await aClass(portal, { students: [] }), await aClass(portal, { students: [] })] as const;
    const offer = await anOffer(from);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => accept(schools[index % 2 === 0 ? 0 : 1], offer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(codeIn))).toEqual(new Set(["errors.transferEnded"]));
    const members = portal.context.database.selectFrom("organization_members").select("organization_id");
    expect(await members.where("account_id", "=", idOf(from)).execute()).toHaveLength(1);
  });

  test("either one accepts or one withdraws, and the student is where that leads", async () => {
    const [from, to] = await twoSchools();
    const offer = await anOffer(from);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? withdraw(from.desk, offer) : accept(to, offer))),
    );
    const done = answers.filter(({ status }) => status < 300);
    expect(done).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status >= 300).map(codeIn))).toEqual(new Set(["errors.transferEnded"]));
    const isAccepted = done[0]?.status === 200;
    expect(await studentsOf(to)).toEqual(isAccepted ? ["Nora"] : []);
    expect(await listed(from)).toMatchObject([{ state: isAccepted ? "accepted" : "withdrawn" }]);
  });

  test("one opens a transfer of the student", async () => {
    const [from] = await twoSchools();
    const answers = await Promise.all(Array.from({ length: 50 }, () => open(from)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(codeIn))).toEqual(new Set(["errors.transferOpen"]));
  });
});

describe("openTransfer is refused", () => {
  test("below OWNER, for another school, and for an account that is no student of the class: errors.notAllowed, errors.notFound", async () => {
    const [from, to] = await twoSchools();
    expect(codeIn(await open(from, { desk: await aColleague(portal, from, "MODIFY") }))).toBe("errors.notAllowed");
    expect(codeIn(await open(from, { desk: to.desk }))).toBe("errors.notFound");
    expect(codeIn(await open(from, { student: from.teacher.id }))).toBe("errors.notFound");
    expect(codeIn(await open(from, { student: idOf(await aClass(portal)) }))).toBe("errors.notFound");
  });

  test("for an account with another role, in this school or elsewhere: errors.transferNotStudent", async () => {
    const [from, to] = await twoSchools();
    const role = { account_id: idOf(from), organization_id: to.organization.id, role_key: "member" };
    await portal.context.database
      .insertInto("organization_members")
      .values({ account_id: idOf(from), organization_id: to.organization.id })
      .execute();
    const here = { account_id: idOf(from, 1), organization_id: from.organization.id, role_key: "member" };
    await portal.context.database.insertInto("account_roles").values([role, here]).execute();
    for (const index of [0, 1]) expect(codeIn(await open(from, { student: idOf(from, index) }))).toBe("errors.transferNotStudent");
  });

  test("while one is open: errors.transferOpen; it may be opened again once it is withdrawn", async () => {
    const [from] = await twoSchools();
    const offer = await anOffer(from);
    expect(codeIn(await open(from))).toBe("errors.transferOpen");
    expect((await withdraw(from.desk, offer)).status).toBe(204);
    expect((await open(from)).status).toBe(201);
  });

  test("after 21 letters of a teacher in a day: errors.tooManyAttempts", async () => {
    const [from] = await twoSchools();
    for (let count = 0; count < 21; count++) {
      await withdraw(from.desk, await anOffer(from, { email: `colleague-${count}@elsewhere.example` }));
    }
    expect((await open(from, { email: "one-more@elsewhere.example" })).status).toBe(429);
    expect((await open(from)).status).toBe(201);
  });
});

describe("the link is refused", () => {
  test("if it is unknown: errors.notFound; once it was declined or withdrawn: errors.transferEnded; after fourteen days: errors.transferExpired", async () => {
    const [from, to] = await twoSchools();
    expect(codeIn(await check(to.desk, { token: "x".repeat(43) }))).toBe("errors.notFound");
    const [declined, withdrawn] = [await anOffer(from), await anOffer(from, { student: idOf(from, 1) })];
    await decline(to, declined);
    await withdraw(from.desk, withdrawn);
    for (const offer of [declined, withdrawn]) {
      for (const answer of [await check(to.desk, offer), await accept(to, offer), await decline(to, offer)]) {
        expect({ status: answer.status, code: codeIn(answer) }).toEqual({ status: 410, code: "errors.transferEnded" });
      }
    }
    const late = await anOffer(from);
    await portal.clock.travel(14 * 24 * 3600 + 60);
    const [sender, receiver] = [await later(from), await later(to)];
    const answers = [await check(receiver.desk, late), await accept(receiver, late), await decline(receiver, late)];
    for (const answer of [...answers, await withdraw(sender.desk, late)]) expect(codeIn(answer)).toBe("errors.transferExpired");
    expect(await studentsOf(receiver)).toEqual([]);
  });

  test("at the sending school itself: errors.transferOwnSchool", async () => {
    const [from] = await twoSchools();
    const offer = await anOffer(from);
    const colleague = { ...from, desk: await aColleague(portal, from, "OWNER") };
    for (const answer of [await check(colleague.desk, offer), await accept(colleague, offer), await decline(colleague, offer)]) {
      expect(codeIn(answer)).toBe("errors.transferOwnSchool");
    }
  });

  test("if the student has left the sending school meanwhile: errors.transferStudentLeft", async () => {
    const [from, to] = await twoSchools();
    const [gone, inactive] = [await anOffer(from), await anOffer(from, { student: idOf(from, 1) })];
    const { database } = portal.context;
    await database.deleteFrom("organization_members").where("account_id", "=", idOf(from)).execute();
    await database.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", idOf(from, 1)).execute();
    for (const offer of [gone, inactive]) expect(codeIn(await accept(to, offer))).toBe("errors.transferStudentLeft");
    expect(await listed(from)).toMatchObject([{ state: "open" }, { state: "open" }]);
  });

  test("if the student was erased meanwhile: errors.notFound, and the class lists no transfer of the student", async () => {
    const [from, to] = await twoSchools();
    const offer = await anOffer(from);
    const account = { id: idOf(from), email: null, default_locale: "en" };
    await portal.context.database.transaction().execute((transaction) => erasePerson(portal.context, transaction, account));
    expect(codeIn(await accept(to, offer))).toBe("errors.notFound");
    expect(await listed(from)).toEqual([]);
  });

  test("if the student got another role meanwhile: errors.transferNotStudent", async () => {
    const [from, to] = await twoSchools();
    const offer = await anOffer(from);
    const role = { account_id: idOf(from), organization_id: from.organization.id, role_key: "teacher" };
    await portal.context.database.insertInto("account_roles").values(role).execute();
    expect(codeIn(await accept(to, offer))).toBe("errors.transferNotStudent");
  });

  test("for a class that the caller may not modify, or that is full: errors.notAllowed, errors.notFound, errors.playerGroupFull", async () => {
    const [from, to] = await twoSchools();
    const offer = await anOffer(from);
    const reader = { ...to, desk: await aColleague(portal, to, "PLAY") };
    expect(codeIn(await accept(reader, offer))).toBe("errors.notAllowed");
    const other = await aClass(portal, { students: [] });
    expect(codeIn(await accept({ desk: to.desk, group: other.group }, offer))).toBe("errors.notFound");
    expect(codeIn(await decline({ ...to, organization: other.organization }, offer))).toBe("errors.notFound");
    await sql`
      with made as (
        insert into players (organization_id, name) select ${to.organization.id}::uuid, 'P' || n from generate_series(1, ${limits.playersOfGroup.max}::int) n returning id
      )
      insert into player_group_players (player_group_id, player_id) select ${to.group.id}::uuid, id from made`.execute(
      portal.context.database,
    );
    expect(codeIn(await accept(to, offer))).toBe("errors.playerGroupFull");
    expect(await listed(from)).toMatchObject([{ state: "open" }]);
  });
});

test("withdrawing and listing are refused below OWNER and for another school: errors.notAllowed, errors.notFound", async () => {
  const [from, to] = await twoSchools();
  const offer = await anOffer(from);
  expect(codeIn(await withdraw(await aColleague(portal, from, "MODIFY"), offer))).toBe("errors.notAllowed");
  expect(codeIn(await withdraw(to.desk, offer))).toBe("errors.notFound");
  const list = { params: { playerGroupId: from.group.id } };
  expect(codeIn(await (await aColleague(portal, from, "MODIFY")).call(listTransfers, list))).toBe("errors.notAllowed");
  expect(codeIn(await to.desk.call(listTransfers, list))).toBe("errors.notFound");
});

test("an administrator names the school, and then sees all of its classes and no other", async () => {
  const [from, to] = await twoSchools();
  const another = await aPlayerGroup(portal, { organization: to.organization });
  const offer = await anOffer(from);
  const desk = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
  const of = (organizationId?: string) =>
    desk.call(checkTransfer, { body: { token: offer.token, ...(organizationId !== undefined && { organizationId }) } });
  expect((await of()).body).toMatchObject({ studentName: "Nora", asksForSchool: true, classes: [], schools: [] });
  const { asksForSchool, classes, schools } = offeredTransfer.parse((await of(to.organization.id)).body);
  expect(asksForSchool).toBe(false);
  expect(classes.map(({ playerGroupId }) => playerGroupId).toSorted()).toEqual([to.group.id, another.id].toSorted());
  expect(schools).toEqual([{ id: to.organization.id, organization_key: to.organization.key }]);
  expect((await of(randomUUID())).body).toMatchObject({ classes: [], schools: [] });
  expect(codeIn(await of(from.organization.id))).toBe("errors.transferOwnSchool");
  expect((await accept({ desk, group: to.group }, offer)).status).toBe(200);
});

test("a school without a class of the caller can decline too", async () => {
  const [from, to] = await twoSchools();
  const colleague = await anAccount(portal, { memberships: [{ organization: to.organization, roles: ["group_manager"] }] });
  const desk = await aSession(portal, colleague, { loginType: "PASSWORD" });
  const offer = await anOffer(from);
  const { classes, schools } = offeredTransfer.parse((await check(desk, offer)).body);
  expect([classes, schools]).toEqual([[], [{ id: to.organization.id, organization_key: to.organization.key }]]);
  const body = { token: offer.token, organizationId: to.organization.id };
  expect((await desk.call(declineTransfer, { body })).status).toBe(204);
});

test("a teacher who names a school sees only their own classes there, and errors.notFound for a school out of reach", async () => {
  const [from, to] = await twoSchools();
  const other = await aClass(portal, { students: [] });
  await aPlayerGroup(portal, { organization: to.organization });
  const offer = await anOffer(from);
  const of = ({ organization }: SchoolClass) =>
    to.desk.call(checkTransfer, { body: { token: offer.token, organizationId: organization.id } });
  const { asksForSchool, classes } = offeredTransfer.parse((await of(to)).body);
  expect([asksForSchool, classes.map(({ playerGroupId }) => playerGroupId)]).toEqual([false, [to.group.id]]);
  expect(codeIn(await of(other))).toBe("errors.notFound");
});

test("a teacher of both schools hands a student from one to the other, and sees only the other's classes", async () => {
  const [from, to] = await twoSchools();
  const both = await anAccount(portal, { memberships: [from, to].map(({ organization }) => ({ organization, roles: ["group_manager"] })) });
  const rights = [from, to].map(({ group }) => ({ account_id: both.id, player_group_id: group.id, rights_level: "OWNER" as const }));
  await portal.context.database.insertInto("account_player_group_rights").values(rights).execute();
  await aPlayerGroup(portal, { organization: to.organization, rights: [{ account: both, level: "READ" }] });
  const desk = await aSession(portal, both, { loginType: "PASSWORD" });
  const offer = await anOffer(from, { desk });
  const { classes, schools } = offeredTransfer.parse((await check(desk, offer)).body);
  expect(classes.map(({ playerGroupId }) => playerGroupId)).toEqual([to.group.id]);
  expect(schools?.map((school) => school.id)).toEqual([to.organization.id]);
  expect(codeIn(await accept({ desk, group: from.group }, offer))).toBe("errors.transferOwnSchool");
  expect((await accept({ desk, group: to.group }, offer)).status).toBe(200);
});

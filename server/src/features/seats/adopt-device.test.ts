/** adoptDevice: a teacher adopts the device that shows a code (RFC 8628, section 3.3), and it becomes her school's. */
import { listAuditEvents } from "@storyport/contract/audit";
import { adoptDevice } from "@storyport/contract/seats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aSession, anAccount } from "#test/builders.ts";
import { aColleague, aLesson, ring } from "#test/lessons.ts";
import type { TestLesson } from "#test/lessons.ts";
import { meanwhileAtDevice } from "#test/meanwhile.ts";
import { aDevice, aKnownDevice, adopt, anAdoptedDevice, devicesOn, fetchTokens, seat } from "#test/seats.ts";
import { isEmbedded } from "#test/test-store.ts";
import { markRemoved } from "./queries.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const codeOf = async (answer: Promise<{ body: unknown }>) => Reflect.get(Object((await answer).body), "code");

/** Another school that has the same game. */
async function anotherSchool({ game }: TestLesson): Promise<TestLesson> {
  const other = await aLesson(portal);
  const row = { organization_id: other.organization.id, game_id: game.id };
  await portal.context.database.insertInto("organization_games").values(row).execute();
  return { ...other, game };
}

async function historyOf({ organization }: TestLesson): Promise<string> {
  const manager = await anAccount(portal, { memberships: [{ organization, roles: ["organization_admin"] }] });
  const office = await aSession(portal, manager, { loginType: "PASSWORD", organizationId: organization.id });
  const { status, text } = await office.call(listAuditEvents, { query: { organizationId: organization.id } });
  expect(status).toBe(200);
  return text;
}

describe("a device that shows a code", () => {
  test("is on no board until a teacher enters the code; then it waits on hers, under its name", async () => {
    const school = await aLesson(portal);
    const device = await aDevice(portal, school.game, { device_name: "TV in room 12" });
    expect(await devicesOn(school)).toEqual([]);
    const answer = await adopt(school, { user_code: device.user_code.toLowerCase().replace("-", " ") });
    expect(answer.status).toBe(200);
    const [shown] = adoptDevice.response.parse(answer.body).devices;
    expect(shown).toMatchObject({ name: "TV in room 12", userCode: device.user_code });
    const nameless = await anAdoptedDevice(portal, school);
    expect((await devicesOn(school)).map(({ name }) => name)).toContain(nameless.user_code);
  });

  test("is adopted once by fifty at once, and each of them sees it", async () => {
    const school = await aLesson(portal);
    const device = await aDevice(portal, school.game);
    const desks = await Promise.all(Array.from({ length: 5 }, () => aColleague(portal, school, "PLAY")));
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => adopt(school, device, desks[index % 5])));
    for (const { status, body } of answers) expect({ status, body }).toMatchObject({ status: 200, body: { devices: [{}] } });
    const { database } = portal.context;
    const rows = database.selectFrom("devices").select("id").where("organization_id", "=", school.organization.id);
    expect(await rows.execute()).toHaveLength(1);
    const events = database.selectFrom("audit_events").select("event").where("organization_id", "=", school.organization.id);
    expect(await events.where("event", "=", "device_adopted").execute()).toHaveLength(1);
  });

  test("gets its key once, with its first tokens", async () => {
    const school = await aLesson(portal);
    const { deviceKey } = await aKnownDevice(portal, school);
    const again = await aDevice(portal, school.game, { device_key: deviceKey });
    const [shown] = await devicesOn(school);
    await seat(school, { waitingDeviceId: shown?.id ?? "", studentUserId: school.students[1]?.id });
    expect((await fetchTokens(portal, school.game, again)).deviceKey).toBeUndefined();
    const rows = await portal.context.database.selectFrom("devices").select("key_digest").execute();
    expect(rows.map(({ key_digest }) => key_digest?.toString("base64url"))).not.toContain(deviceKey);
  });

  test("that has lost its key gets a new one when it is adopted again", async () => {
    const school = await aLesson(portal);
    const { deviceKey } = await aKnownDevice(portal, school);
    const again = await aKnownDevice(portal, school);
    expect(again.deviceKey).not.toBe(deviceKey);
    expect(again.deviceKey).not.toBe("");
  });
});

describe("a device of another school", () => {
  test("belongs to the school that adopts it: its key is dead, and the former school never sees it again", async () => {
    const former = await aLesson(portal);
    const next = await anotherSchool(former);
    const { deviceKey } = await aKnownDevice(portal, former, { device_name: "TV" });
    const device = await aDevice(portal, former.game, { device_key: deviceKey });
    expect(await devicesOn(former)).toHaveLength(1);
    expect((await adopt(next, device)).status).toBe(200);
    expect(await devicesOn(former)).toEqual([]);
    const [shown] = await devicesOn(next);
    await aDevice(portal, former.game, { device_key: deviceKey });
    expect(await devicesOn(former)).toEqual([]);
    await seat(next, { waitingDeviceId: shown?.id ?? "", studentUserId: next.students[0]?.id });
    const { deviceKey: newKey } = await fetchTokens(portal, next.game, device);
    await aDevice(portal, next.game, { device_key: newKey ?? "" });
    expect(await devicesOn(next)).toHaveLength(1);
    expect(await devicesOn(former)).toEqual([]);
  });

  test("takes along nothing of the former school, and the two histories do not name each other", async () => {
    const former = await aLesson(portal);
    const next = await anotherSchool(former);
    const { deviceKey } = await aKnownDevice(portal, former);
    const { database } = portal.context;
    const named = database.updateTable("devices").set({ name: "A secret name" }).where("organization_id", "=", former.organization.id);
    await named.execute();
    await adopt(next, await aDevice(portal, former.game, { device_key: deviceKey }), next.desk);
    const [here, there] = [await historyOf(next), await historyOf(former)];
    expect(here).toContain("device_adopted");
    expect(here).not.toContain("device_removed");
    expect(here).not.toContain("A secret name");
    expect(there).toContain("device_removed");
    expect(there).toContain("adopted by another school");
    expect(there).not.toContain(next.teacher.id);
    expect(there).not.toContain(next.organization.id);
    const removed = database.selectFrom("audit_events").select(["actor_id", "network"]).where("event", "=", "device_removed");
    expect(await removed.where("organization_id", "=", former.organization.id).execute()).toEqual([{ actor_id: null, network: "portal" }]);
  });

  // The embedded store has one connection, so nothing can run concurrently there.
  test.skipIf(isEmbedded)("that its former school removes at the same moment has one removal in that history", async () => {
    const former = await aLesson(portal);
    const next = await anotherSchool(former);
    const { deviceKey } = await aKnownDevice(portal, former);
    const device = await aDevice(portal, former.game, { device_key: deviceKey });
    const { database } = portal.context;
    const organizationId = former.organization.id;
    const { id } = await database
      .selectFrom("devices")
      .select("id")
      .where("organization_id", "=", organizationId)
      .executeTakeFirstOrThrow();
    const answer = await meanwhileAtDevice(portal, {
      device: { id },
      // As `removeDevice`, whose own event is left out here.
      happens: (transaction) => markRemoved(transaction, { deviceId: id, organizationId }),
      call: () => adopt(next, device),
    });
    expect(answer.status).toBe(200);
    expect(await devicesOn(next)).toHaveLength(1);
    expect(await historyOf(former)).not.toContain("device_removed");
  });
});

describe("adoptDevice", () => {
  test.each(["unknown", "malformed", "old", "seated"])("refuses a code that is %s: errors.userCodeInvalid", async (which) => {
    const school = await aLesson(portal);
    const device = await anAdoptedDevice(portal, school);
    if (which === "old") await portal.clock.travel(601);
    if (which === "seated") await seat(school, { waitingDeviceId: device.waitingId, studentUserId: school.students[0]?.id });
    const user_code = { unknown: "ZZZZ-ZZZZ", malformed: "what", old: device.user_code, seated: device.user_code }[which] ?? "";
    const { status, body } = await adopt(school, { user_code });
    expect({ status, body }).toMatchObject({ status: 404, body: { code: "errors.userCodeInvalid" } });
  });

  test("refuses a game that the school does not have: errors.gameNotAvailable", async () => {
    const [school, other] = [await aLesson(portal), await aLesson(portal)];
    expect(await codeOf(adopt(school, await aDevice(portal, other.game)))).toBe("errors.gameNotAvailable");
  });

  test("is refused: errors.notAllowed, errors.notFound, errors.lessonOver", async () => {
    const [school, other] = [await aLesson(portal), await aLesson(portal)];
    const device = await aDevice(portal, school.game);
    expect(await codeOf(adopt(school, device, await aColleague(portal, school, "READ")))).toBe("errors.notAllowed");
    expect(await codeOf(adopt(school, device, other.desk))).toBe("errors.notFound");
    await ring(school.desk, school.lesson);
    expect(await codeOf(adopt(school, device))).toBe("errors.lessonOver");
    expect(await devicesOn(school)).toEqual([]);
  });

  test("slows down an account that guesses codes: errors.tooManyAttempts; the code of a waiting device counts as no guess", async () => {
    const school = await aLesson(portal, { minutes: 240 });
    const guess = (browser = school.desk, remoteAddress = "192.0.2.7") =>
      browser.call(adoptDevice, { params: { lessonId: school.lesson.id }, body: { userCode: "ZZZZ-ZZZZ" }, remoteAddress });
    for (let guesses = 0; guesses < 11; guesses++) expect(await codeOf(guess())).toBe("errors.userCodeInvalid");
    const refused = await guess();
    expect(refused.body).toMatchObject({ code: "errors.tooManyAttempts" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    const device = await aDevice(portal, school.game);
    expect(await codeOf(adopt(school, device))).toBe("errors.tooManyAttempts");
    const colleague = await aColleague(portal, school, "PLAY");
    expect((await adopt(school, device, colleague)).status).toBe(200);
    await portal.clock.travel(3601);
    for (let round = 0; round < 30; round++) expect((await adopt(school, await aDevice(portal, school.game))).status).toBe(200);
  });

  test("slows down an address that guesses codes by many accounts: errors.tooManyAttempts", async () => {
    const school = await aLesson(portal);
    // Eight accounts, so that none of them reaches its own limit of ten guesses.
    const desks = await Promise.all(Array.from({ length: 8 }, () => aColleague(portal, school, "PLAY")));
    const guess = (index: number, remoteAddress: string) =>
      desks[index % 8]?.call(adoptDevice, { params: { lessonId: school.lesson.id }, body: { userCode: "ZZZZ-ZZZZ" }, remoteAddress }) ??
      Promise.reject(new Error("no desk"));
    const answers = [];
    for (let index = 0; index < 62; index++) answers.push(await codeOf(guess(index, "192.0.2.8")));
    expect(answers.slice(0, 61)).toEqual(Array.from({ length: 61 }, () => "errors.userCodeInvalid"));
    expect(answers[61]).toBe("errors.tooManyAttempts");
    expect(await codeOf(guess(7, "192.0.2.9"))).toBe("errors.userCodeInvalid");
  });
});

/** listDevices, renameDevice, removeDevice: the devices of a school, for teachers with PLAY on a class of it. */
import { device, listDevices, removeDevice, renameDevice } from "@storyport/contract/seats";
import type { Device } from "@storyport/contract/seats";
import type { Browser } from "#test/browser.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aColleague, aLesson, boardOf, ring, statesOn } from "#test/lessons.ts";
import type { TestLesson } from "#test/lessons.ts";
import { readTokens, refresh } from "#test/oauth-client.ts";
import { isSomebodyWaiting, meanwhileAtDevice } from "#test/meanwhile.ts";
import { aDevice, aKnownDevice, anAdoptedDevice, devicesOn, poll, seat } from "#test/seats.ts";
import { markRemoved, takeSeat } from "./queries.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const list = ({ desk, group }: Pick<TestLesson, "desk" | "group">) => desk.call(listDevices, { params: { playerGroupId: group.id } });

async function devicesOf(school: Pick<TestLesson, "desk" | "group">): Promise<Device[]> {
  const { status, body } = await list(school);
  expect(status).toBe(200);
  return listDevices.response.parse(body).devices;
}

const rename = (browser: Browser, { group }: TestLesson, { id }: Pick<Device, "id">, body: object) =>
  browser.call(renameDevice, { params: { playerGroupId: group.id, deviceId: id }, body });
const remove = (browser: Browser, { group }: TestLesson, { id }: Pick<Device, "id">) =>
  browser.call(removeDevice, { params: { playerGroupId: group.id, deviceId: id } });

describe("the devices of a school", () => {
  test("are listed with game, last class and time, those of the class first", async () => {
    const school = await aLesson(portal);
    await anAdoptedDevice(portal, school, { device_name: "A never used" });
    await aKnownDevice(portal, school, { device_name: "B used here" });
    expect(await devicesOf(school)).toMatchObject([
      { name: "B used here", groupName: "2A", gameName: `Game ${school.game.id}` },
      { name: "A never used" },
    ]);
  });

  test("are listed to no other school (errors.notFound), and to no colleague below PLAY (errors.notAllowed)", async () => {
    const [school, other] = [await aLesson(portal), await aLesson(portal)];
    await anAdoptedDevice(portal, school);
    expect(await devicesOf(other)).toEqual([]);
    expect((await list({ ...school, desk: other.desk })).body).toMatchObject({ code: "errors.notFound" });
    const reader = await aColleague(portal, school, "READ");
    expect((await list({ ...school, desk: reader })).body).toMatchObject({ code: "errors.notAllowed" });
  });
});

describe("renameDevice", () => {
  test("names the device on list and board, for a colleague with PLAY too", async () => {
    const school = await aLesson(portal);
    await anAdoptedDevice(portal, school);
    const [before] = await devicesOf(school);
    const colleague = await aColleague(portal, school, "PLAY");
    const answer = await rename(colleague, school, before ?? { id: "" }, { version: 1, name: "  TV   in room 12 " });
    expect(device.parse(answer.body)).toMatchObject({ name: "TV in room 12", version: 2 });
    expect(await devicesOn(school)).toMatchObject([{ name: "TV in room 12" }]);
  });

  test("of fifty at once keeps one, and refuses the others: errors.changedMeanwhile", async () => {
    const school = await aLesson(portal);
    await anAdoptedDevice(portal, school);
    const [before = { id: "" }] = await devicesOf(school);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => rename(school.desk, school, before, { version: 1, name: `TV ${index}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { body } of refused) expect(body).toMatchObject({ code: "errors.changedMeanwhile" });
  });

  test.each(["", "x".repeat(65), "a\u202eb"])("refuses the name %j: errors.invalidInput", async (name) => {
    const school = await aLesson(portal);
    await anAdoptedDevice(portal, school);
    const [before = { id: "" }] = await devicesOf(school);
    expect((await rename(school.desk, school, before, { version: 1, name })).body).toMatchObject({ code: "errors.invalidInput" });
  });
});

describe("removeDevice", () => {
  async function aSeatToGive() {
    const school = await aLesson(portal);
    const device = await anAdoptedDevice(portal, school);
    const [known = { id: "" }] = await devicesOf(school);
    return { school, device, known };
  }

  test("ends the key and every list; a child plays on until the bell", async () => {
    const school = await aLesson(portal);
    const { deviceKey, tokens } = await aKnownDevice(portal, school);
    const [before = { id: "" }] = await devicesOf(school);
    expect((await remove(school.desk, school, before)).status).toBe(204);
    expect(await devicesOf(school)).toEqual([]);
    await aDevice(portal, school.game, { device_key: deviceKey });
    expect(await devicesOn(school)).toEqual([]);
    const refreshed = await refresh(portal, tokens);
    expect(refreshed.status).toBe(200);
    expect((await ring(school.desk, school.lesson)).status).toBe(200);
    expect((await refresh(portal, readTokens(refreshed, tokens.clientId))).status).toBe(400);
  });

  test("ends a seat that the device has not fetched", async () => {
    const school = await aLesson(portal);
    const device = await anAdoptedDevice(portal, school);
    await seat(school, { waitingDeviceId: device.waitingId, studentUserId: school.students[0]?.id });
    expect(statesOn(await boardOf(school.desk, school.lesson))).toMatchObject({ Nora: "at-the-door" });
    const [before = { id: "" }] = await devicesOf(school);
    expect((await remove(school.desk, school, before)).status).toBe(204);
    expect(statesOn(await boardOf(school.desk, school.lesson))).toMatchObject({ Nora: "not-yet" });
    expect((await poll(portal, school.game, device)).body).toMatchObject({ error: "access_denied" });
  });

  test("ends a seat that a teacher gives at the same moment", async () => {
    const { school, device, known } = await aSeatToGive();
    const { lesson, organization, students } = school;
    const given = {
      waitingDeviceId: device.waitingId,
      organizationId: organization.id,
      lessonId: lesson.id,
      accountId: students[0]?.id ?? "",
    };
    const { database } = portal.context;
    const { removed } = await database.transaction().execute(async (transaction) => {
      expect(await takeSeat(transaction, given)).toBeDefined();
      const answer = remove(school.desk, school, known);
      // A call that does not wait for the seat fails by the time limit of the test.
      while (!(await isSomebodyWaiting(database)));
      // In an object, because this function would await the answer, which waits for the end of the transaction.
      return { removed: answer };
    });
    expect((await removed).status).toBe(204);
    expect((await poll(portal, school.game, device)).body).toMatchObject({ error: "access_denied" });
  });

  test("leaves no device for a seat that a teacher gives at the same moment: errors.notFound", async () => {
    const { school, device, known } = await aSeatToGive();
    const answer = await meanwhileAtDevice(portal, {
      device: known,
      happens: (transaction) => markRemoved(transaction, { deviceId: known.id, organizationId: school.organization.id }),
      call: () => seat(school, { waitingDeviceId: device.waitingId, studentUserId: school.students[0]?.id }),
    });
    expect(answer).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
  });

  test("takes a waiting device from the boards", async () => {
    const school = await aLesson(portal);
    await anAdoptedDevice(portal, school);
    const [before = { id: "" }] = await devicesOf(school);
    expect(await devicesOn(school)).toHaveLength(1);
    await remove(school.desk, school, before);
    expect(await devicesOn(school)).toEqual([]);
  });

  test("fifty times at once removes once", async () => {
    const school = await aLesson(portal);
    await anAdoptedDevice(portal, school);
    const [before = { id: "" }] = await devicesOf(school);
    const answers = await Promise.all(Array.from({ length: 50 }, () => remove(school.desk, school, before)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 404]));
  });
});

test.each([
  ["renameDevice", (browser: Browser, school: TestLesson, id: string) => rename(browser, school, { id }, { version: 1, name: "TV" })],
  ["removeDevice", (browser: Browser, school: TestLesson, id: string) => remove(browser, school, { id })],
] as const)("%s is refused: errors.notAllowed, errors.notFound", async (_, call) => {
  const [school, other] = [await aLesson(portal), await aLesson(portal)];
  await anAdoptedDevice(portal, school);
  const [known = { id: "" }] = await devicesOf(school);
  expect((await call(await aColleague(portal, school, "READ"), school, known.id)).body).toMatchObject({ code: "errors.notAllowed" });
  expect((await call(other.desk, school, known.id)).body).toMatchObject({ code: "errors.notFound" });
  expect((await call(other.desk, other, known.id)).body).toMatchObject({ code: "errors.notFound" });
  expect((await call(school.desk, school, crypto.randomUUID())).body).toMatchObject({ code: "errors.notFound" });
  expect(await devicesOf(school)).toHaveLength(1);
});

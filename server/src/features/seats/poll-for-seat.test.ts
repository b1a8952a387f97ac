/** The poll with a device code at issueTokens (RFC 8628, sections 3.4 and 3.5). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aGame } from "#test/builders.ts";
import { aLesson, ring } from "#test/lessons.ts";
import type { TestLesson } from "#test/lessons.ts";
import { aDevice, anAdoptedDevice, poll, seat } from "#test/seats.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const childOf = ({ students }: TestLesson, index = 0): string => students[index]?.id ?? "";
const errorOf = async (answer: Promise<{ body: unknown }>) => Reflect.get(Object((await answer).body), "error");

describe("a poll", () => {
  test("that comes too soon is refused, and the interval grows by five seconds each time: errors.pollingTooFast", async () => {
    const school = await aLesson(portal);
    const device = await aDevice(portal, school.game);
    const ask = () => errorOf(poll(portal, school.game, device));
    expect(await ask()).toBe("authorization_pending");
    expect(await ask()).toBe("slow_down");
    await portal.clock.travel(6);
    expect(await ask()).toBe("slow_down");
    await portal.clock.travel(11);
    expect(await ask()).toBe("slow_down");
    await portal.clock.travel(20);
    expect(await ask()).toBe("authorization_pending");
  });

  test("in time has to wait: errors.authorizationPending", async () => {
    const school = await aLesson(portal);
    const device = await aDevice(portal, school.game);
    for (let asked = 0; asked < 4; asked++) {
      expect((await poll(portal, school.game, device)).body).toMatchObject({ code: "errors.authorizationPending" });
      await portal.clock.travel(5);
    }
  });

  test("after ten minutes is refused, because the code has expired: errors.deviceCodeExpired", async () => {
    const school = await aLesson(portal);
    const device = await aDevice(portal, school.game);
    await portal.clock.travel(601);
    expect((await poll(portal, school.game, device)).body).toMatchObject({ code: "errors.deviceCodeExpired", error: "expired_token" });
  });

  test.each(["another game", "an unknown code"])("of %s is refused: errors.grantInvalid", async (which) => {
    const school = await aLesson(portal);
    const device = await anAdoptedDevice(portal, school);
    await seat(school, { waitingDeviceId: device.waitingId, studentUserId: childOf(school) });
    const game = which === "another game" ? await aGame(portal) : school.game;
    const code = { device_code: which === "another game" ? device.device_code : "x".repeat(43) };
    expect(await errorOf(poll(portal, game, code))).toBe("invalid_grant");
    expect((await poll(portal, school.game, device)).status).toBe(200);
  });

  test("wins once among fifty at once, and the others change nothing", async () => {
    const school = await aLesson(portal);
    const device = await anAdoptedDevice(portal, school);
    await seat(school, { waitingDeviceId: device.waitingId, studentUserId: childOf(school) });
    const answers = await Promise.all(Array.from({ length: 50 }, () => poll(portal, school.game, device)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const families = portal.context.database.selectFrom("token_families").select("revoked_at").where("lesson_id", "=", school.lesson.id);
    expect(await families.execute()).toEqual([{ revoked_at: null }]);
    expect(await errorOf(poll(portal, school.game, device))).toBe("invalid_grant");
  });

  test("races with the bell, and nothing of the lesson is left alive", async () => {
    const school = await aLesson(portal, { students: Array.from({ length: 10 }, (_, index) => `Child ${index}`) });
    const devices = await Promise.all(school.students.map(() => anAdoptedDevice(portal, school)));
    for (const [index, { waitingId }] of devices.entries()) {
      expect((await seat(school, { waitingDeviceId: waitingId, studentUserId: childOf(school, index) })).status).toBe(200);
    }
    const polls = Array.from({ length: 50 }, (_, index) => poll(portal, school.game, devices[index % 10] ?? { device_code: "" }));
    const [rung] = await Promise.all([ring(school.desk, school.lesson), ...polls]);
    expect(rung.status).toBe(200);
    const alive = portal.context.database.selectFrom("token_families").select("id").where("lesson_id", "=", school.lesson.id);
    expect(await alive.where("revoked_at", "is", null).execute()).toEqual([]);
    for (const device of devices) expect((await poll(portal, school.game, device)).status).toBe(400);
  });
});

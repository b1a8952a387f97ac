/** seatChild and refuseDevice: a teacher seats a child at a waiting device, or turns the device away. */
import { checkLogin } from "@storyport/contract/login-checks";
import { deactivateUser } from "@storyport/contract/users";
import { voidBadges } from "@storyport/contract/qr-login";
import { refuseDevice, seatChild } from "@storyport/contract/seats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aGame, aPlayerGroup, aSession, anAccount } from "#test/builders.ts";
import { aColleague, aLesson, begin, boardOf, playBy, ring, statesOn } from "#test/lessons.ts";
import type { TestLesson } from "#test/lessons.ts";
import { refresh } from "#test/oauth-client.ts";
import { aDevice, adopt, anAdoptedDevice, devicesOn, fetchTokens, poll, seat } from "#test/seats.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const childOf = ({ students }: TestLesson, index = 0): string => students[index]?.id ?? "";
const errorOf = async (answer: Promise<{ body: unknown }>) => Reflect.get(Object((await answer).body), "error");
const codeOf = async (answer: Promise<{ body: unknown }>) => Reflect.get(Object((await answer).body), "code");
const refuse = ({ lesson, desk }: Pick<TestLesson, "lesson" | "desk">, waitingDeviceId: string) =>
  desk.call(refuseDevice, { params: { lessonId: lesson.id, waitingDeviceId } });

/** Another class of the same school, with a lesson of its own and the same teacher. */
async function anotherClass(school: TestLesson): Promise<TestLesson> {
  const { organization, teacher } = school;
  const group = await aPlayerGroup(portal, { organization, players: 1, rights: [{ account: teacher, level: "OWNER" }] });
  const student = await anAccount(portal, {
    email: null,
    password: null,
    displayName: "Ada",
    loginTypes: ["QRCODE"],
    memberships: [{ organization, roles: ["student"] }],
  });
  const player = { account_id: student.id, player_id: group.playerIds[0] ?? "" };
  await portal.context.database.insertInto("account_players").values(player).execute();
  return { ...school, group, students: [student], lesson: await begin({ ...school, group }) };
}

describe("a seated child", () => {
  test("is in the game when the device polls: with the tokens of a badge, and the device's key", async () => {
    const school = await aLesson(portal);
    const device = await anAdoptedDevice(portal, school, { device_name: "TV in room 12" });
    expect(await errorOf(poll(portal, school.game, device))).toBe("authorization_pending");
    const seated = await seat(school, { waitingDeviceId: device.waitingId, studentUserId: childOf(school) });
    expect(statesOn(seatChild.response.parse(seated.body))).toMatchObject({ Nora: "at-the-door" });
    const tokens = await fetchTokens(portal, school.game, device);
    expect(tokens.claims).toMatchObject({ sub: childOf(school), scope: "PLAYER", orgId: school.organization.id, aud: school.game.key });
    expect(tokens.claims).toMatchObject({ client_id: String(school.game.id), playerGroupIds: [], roles: ["student"] });
    expect(tokens.deviceKey).toMatch(/^[\w-]{43}$/);
    const { children, devices } = await boardOf(school.desk, school.lesson);
    expect(children.find(({ displayName }) => displayName === "Nora")).toMatchObject({ state: "in-the-game", deviceName: "TV in room 12" });
    expect(devices).toEqual([]);
    expect((await refresh(portal, tokens)).status).toBe(200);
  });

  test("has the claims of a badge login", async () => {
    const school = await aLesson(portal);
    const device = await anAdoptedDevice(portal, school);
    await seat(school, { waitingDeviceId: device.waitingId, studentUserId: childOf(school) });
    const { claims: bySeat } = await fetchTokens(portal, school.game, device);
    const { claims: byBadge } = await playBy(portal, school, school.badge("Nora"));
    const own = { iat: 0, exp: 0, jti: "", sid: "" };
    expect({ ...bySeat, ...own }).toEqual({ ...byBadge, ...own });
    expect(bySeat.exp - bySeat.iat).toBe(byBadge.exp - byBadge.iat);
  });

  test("moves: what was open elsewhere in this lesson ends, the game on the tablet and a seat that was not fetched", async () => {
    const school = await aLesson(portal);
    const tablet = await playBy(portal, school, school.badge("Nora"));
    const [first, second] = [await anAdoptedDevice(portal, school), await anAdoptedDevice(portal, school)];
    await seat(school, { waitingDeviceId: first.waitingId, studentUserId: childOf(school) });
    expect(await errorOf(refresh(portal, tablet))).toBe("invalid_grant");
    await seat(school, { waitingDeviceId: second.waitingId, studentUserId: childOf(school) });
    expect(await errorOf(poll(portal, school.game, first))).toBe("access_denied");
    expect((await poll(portal, school.game, second)).status).toBe(200);
  });

  test("has the seat among the attempts of the login check", async () => {
    const school = await aLesson(portal);
    const device = await anAdoptedDevice(portal, school);
    await seat(school, { waitingDeviceId: device.waitingId, studentUserId: childOf(school) });
    const { body } = await school.desk.call(checkLogin, { params: { userId: childOf(school) }, query: {} });
    expect(checkLogin.response.parse(body).attempts).toMatchObject([{ event: "child_seated", isRefused: false }]);
  });

  test("keeps the place when the new seat is refused", async () => {
    const school = await aLesson(portal);
    const tablet = await playBy(portal, school, school.badge("Nora"));
    const device = await anAdoptedDevice(portal, school);
    await refuse(school, device.waitingId);
    expect(await codeOf(seat(school, { waitingDeviceId: device.waitingId, studentUserId: childOf(school) }))).toBe(
      "errors.deviceNotWaiting",
    );
    expect((await refresh(portal, tablet)).status).toBe(200);
  });

  test("leaves with the bell, in the game and before the device has polled", async () => {
    const school = await aLesson(portal);
    const [first, second] = [await anAdoptedDevice(portal, school), await anAdoptedDevice(portal, school)];
    await seat(school, { waitingDeviceId: first.waitingId, studentUserId: childOf(school) });
    await seat(school, { waitingDeviceId: second.waitingId, studentUserId: childOf(school, 1) });
    const tokens = await fetchTokens(portal, school.game, first);
    expect((await ring(school.desk, school.lesson)).status).toBe(200);
    expect(await errorOf(refresh(portal, tokens))).toBe("invalid_grant");
    expect(await errorOf(poll(portal, school.game, second))).toBe("access_denied");
    const ends = portal.context.database.selectFrom("audit_events").select("details").where("event", "=", "lesson_ended");
    expect(await ends.where("organization_id", "=", school.organization.id).execute()).toMatchObject([{ details: { students: 2 } }]);
  });

  test("has nothing to end at the bell if the device never came for the seat, and the seat expired", async () => {
    const school = await aLesson(portal);
    const device = await anAdoptedDevice(portal, school);
    await seat(school, { waitingDeviceId: device.waitingId, studentUserId: childOf(school) });
    await portal.clock.travel(601);
    expect((await ring(school.desk, school.lesson)).status).toBe(200);
    const events = portal.context.database.selectFrom("audit_events").select(["event", "details"]);
    const recorded = await events.where("organization_id", "=", school.organization.id).execute();
    expect(recorded.filter(({ event }) => event === "sessions_ended")).toEqual([]);
    expect(recorded).toContainEqual({ event: "lesson_ended", details: { lessonId: school.lesson.id, because: "BELL", students: 0 } });
    expect(await errorOf(poll(portal, school.game, device))).toBe("access_denied");
  });

  test("is not let in after the time of the lesson, before any job", async () => {
    const school = await aLesson(portal, { minutes: 5 });
    await portal.clock.travel(4 * 60);
    const device = await anAdoptedDevice(portal, school);
    await seat(school, { waitingDeviceId: device.waitingId, studentUserId: childOf(school) });
    await portal.clock.travel(61);
    expect(await errorOf(poll(portal, school.game, device))).toBe("access_denied");
  });

  test.each(["the account is deactivated", "its badge is voided", "the game is retired and restored"])(
    "is not let in when %s before the poll",
    async (how) => {
      const school = await aLesson(portal);
      const device = await anAdoptedDevice(portal, school);
      const studentUserId = childOf(school);
      await seat(school, { waitingDeviceId: device.waitingId, studentUserId });
      if (how === "its badge is voided") {
        const voided = await school.desk.call(voidBadges, { params: { playerGroupId: school.group.id }, body: { studentUserId } });
        expect(voided.status).toBe(204);
      } else if (how === "the game is retired and restored") {
        // What a retirement leaves: grants from before that moment stay ended. A second later than the seat.
        const { database } = portal.context;
        await database
          .updateTable("games")
          .set({ grants_since: new Date(Date.now() + 1000) })
          .where("id", "=", school.game.id)
          .execute();
      } else {
        const manager = await anAccount(portal, { memberships: [{ organization: school.organization, roles: ["organization_admin"] }] });
        const office = await aSession(portal, manager, { loginType: "PASSWORD", organizationId: school.organization.id });
        expect((await office.call(deactivateUser, { params: { userId: studentUserId }, body: {} })).status).toBe(200);
      }
      expect(await errorOf(poll(portal, school.game, device))).toBe("access_denied");
    },
  );
});

describe("seatChild", () => {
  test("is refused at a device that has a child: errors.seatTaken", async () => {
    const school = await aLesson(portal);
    const device = await anAdoptedDevice(portal, school);
    const seatAt = (index: number) => seat(school, { waitingDeviceId: device.waitingId, studentUserId: childOf(school, index) });
    expect((await seatAt(0)).status).toBe(200);
    expect((await seatAt(1)).body).toMatchObject({ code: "errors.seatTaken" });
    await fetchTokens(portal, school.game, device);
    expect((await seatAt(1)).body).toMatchObject({ code: "errors.seatTaken" });
  });

  test("fifty times at once, by two lessons of the school, seats one child", async () => {
    const school = await aLesson(portal);
    const other = await anotherClass(school);
    const device = await anAdoptedDevice(portal, school);
    const seatBy = (index: number) =>
      index % 2 === 0
        ? seat(school, { waitingDeviceId: device.waitingId, studentUserId: childOf(school, (index / 2) % 2) })
        : seat(other, { waitingDeviceId: device.waitingId, studentUserId: childOf(other) });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => seatBy(index)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const { database } = portal.context;
    const events = database.selectFrom("audit_events").select("event").where("event", "=", "child_seated");
    expect(await events.where("organization_id", "=", school.organization.id).execute()).toHaveLength(1);
  });

  test.each(["a refused device", "a device whose code is over"])("is refused at %s: errors.deviceNotWaiting", async (which) => {
    const school = await aLesson(portal);
    const device = await anAdoptedDevice(portal, school);
    if (which === "a refused device") await refuse(school, device.waitingId);
    else await portal.clock.travel(601);
    const { body } = await seat(school, { waitingDeviceId: device.waitingId, studentUserId: childOf(school) });
    expect(body).toMatchObject({ code: "errors.deviceNotWaiting" });
  });

  test("is refused without PLAY, for another school's lesson, device and child: errors.notAllowed, errors.notFound", async () => {
    const [school, other] = [await aLesson(portal), await aLesson(portal)];
    const device = await anAdoptedDevice(portal, school);
    const theirs = await anAdoptedDevice(portal, other);
    const wish = { waitingDeviceId: device.waitingId, studentUserId: childOf(school) };
    const reader = await aColleague(portal, school, "READ");
    expect(await codeOf(seat({ ...school, desk: reader }, wish))).toBe("errors.notAllowed");
    expect(await codeOf(seat({ ...school, desk: other.desk }, wish))).toBe("errors.notFound");
    expect(await codeOf(seat(school, { ...wish, waitingDeviceId: theirs.waitingId }))).toBe("errors.notFound");
    expect(await codeOf(seat(school, { ...wish, waitingDeviceId: crypto.randomUUID() }))).toBe("errors.notFound");
    expect(await codeOf(seat(school, { ...wish, studentUserId: childOf(other) }))).toBe("errors.notFound");
    expect(await codeOf(seat(school, { ...wish, studentUserId: school.teacher.id }))).toBe("errors.notFound");
    expect((await seat(school, wish)).status).toBe(200);
  });

  test("needs no more than PLAY", async () => {
    const school = await aLesson(portal);
    const device = await anAdoptedDevice(portal, school);
    const colleague = await aColleague(portal, school, "PLAY");
    const wish = { waitingDeviceId: device.waitingId, studentUserId: childOf(school) };
    expect((await seat({ ...school, desk: colleague }, wish)).status).toBe(200);
  });

  test("is refused when the lesson is over: errors.lessonOver", async () => {
    const school = await aLesson(portal);
    const device = await anAdoptedDevice(portal, school);
    await ring(school.desk, school.lesson);
    expect(await codeOf(seat(school, { waitingDeviceId: device.waitingId, studentUserId: childOf(school) }))).toBe("errors.lessonOver");
  });

  test("is refused for a child without badges, or one that the game does not let in: errors.loginTypeNotAllowed, errors.gameNotAvailable, errors.gameLoginTypeNotAllowed, errors.gamePermissionMissing", async () => {
    const school = await aLesson(portal);
    const { database } = portal.context;
    const device = await anAdoptedDevice(portal, school);
    const wish = { waitingDeviceId: device.waitingId, studentUserId: childOf(school) };
    const ofGame = database.updateTable("games").where("id", "=", school.game.id);
    await ofGame.set({ login_types: ["PASSWORD"] }).execute();
    expect(await codeOf(seat(school, wish))).toBe("errors.gameLoginTypeNotAllowed");
    await ofGame.set({ login_types: ["QRCODE"], required_permissions: ["play_premium"] }).execute();
    expect(await codeOf(seat(school, wish))).toBe("errors.gamePermissionMissing");
    await ofGame.set({ required_permissions: [], retired_at: new Date() }).execute();
    expect(await codeOf(seat(school, wish))).toBe("errors.gameNotAvailable");
    await ofGame.set({ retired_at: null }).execute();
    await database.deleteFrom("account_login_types").where("account_id", "=", childOf(school)).execute();
    expect(await codeOf(seat(school, wish))).toBe("errors.loginTypeNotAllowed");
    // None of these took the seat.
    expect((await seat(school, { ...wish, studentUserId: childOf(school, 1) })).status).toBe(200);
  });
});

describe("refuseDevice", () => {
  test("ends the code, and the game learns it: errors.seatRefused", async () => {
    const school = await aLesson(portal);
    const device = await anAdoptedDevice(portal, school);
    const { status, body } = await refuse(school, device.waitingId);
    expect({ status, body }).toMatchObject({ status: 200, body: { devices: [] } });
    expect((await poll(portal, school.game, device)).body).toMatchObject({ code: "errors.seatRefused", error: "access_denied" });
  });

  test("is refused: errors.notAllowed, errors.notFound, errors.seatTaken, errors.deviceNotWaiting, errors.lessonOver", async () => {
    const [school, other] = [await aLesson(portal), await aLesson(portal)];
    const device = await anAdoptedDevice(portal, school);
    const reader = await aColleague(portal, school, "READ");
    expect(await codeOf(refuse({ ...school, desk: reader }, device.waitingId))).toBe("errors.notAllowed");
    expect(await codeOf(refuse(other, device.waitingId))).toBe("errors.notFound");
    const taken = await anAdoptedDevice(portal, school);
    await seat(school, { waitingDeviceId: taken.waitingId, studentUserId: childOf(school) });
    expect(await codeOf(refuse(school, taken.waitingId))).toBe("errors.seatTaken");
    await refuse(school, device.waitingId);
    expect(await codeOf(refuse(school, device.waitingId))).toBe("errors.deviceNotWaiting");
    const last = await anAdoptedDevice(portal, school);
    await ring(school.desk, school.lesson);
    expect(await codeOf(refuse(school, last.waitingId))).toBe("errors.lessonOver");
  });
});

describe("the board", () => {
  test("lists waiting devices to those who may seat, the class's own first, and only of games that the school has and that are in use", async () => {
    const school = await aLesson(portal);
    const game = await aGame(portal);
    const { database } = portal.context;
    const ofSchool = { organization_id: school.organization.id, game_id: game.id };
    await database.insertInto("organization_games").values(ofSchool).execute();
    await adopt(school, await aDevice(portal, school.game, { device_name: "First" }));
    await adopt(school, await aDevice(portal, school.game, { device_name: "Own" }));
    await adopt(school, await aDevice(portal, game, { device_name: "Other game" }));
    await database.updateTable("devices").set({ last_player_group_id: school.group.id }).where("name", "=", "Own").execute();
    expect((await devicesOn(school)).map(({ name }) => name)).toEqual(["Own", "First", "Other game"]);
    const reader = await aColleague(portal, school, "READ");
    expect((await boardOf(reader, school.lesson)).devices).toEqual([]);
    await database.deleteFrom("organization_games").where("game_id", "=", game.id).execute();
    expect((await devicesOn(school)).map(({ name }) => name)).toEqual(["Own", "First"]);
    const ofGame = database.updateTable("games").where("id", "=", school.game.id);
    await ofGame.set({ retired_at: new Date() }).execute();
    expect(await devicesOn(school)).toEqual([]);
    await ofGame.set({ retired_at: null }).execute();
    expect((await devicesOn(school)).map(({ name }) => name)).toEqual(["Own", "First"]);
    await portal.clock.travel(601);
    expect(await devicesOn(school)).toEqual([]);
  });
});

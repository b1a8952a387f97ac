/** The live board: every change reaches every open board, in any process, and nothing else. */
import { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { endpointUrl } from "@storyport/contract/endpoint";
import { getLessonBoard, lessonBoard, watchLessonBoard } from "@storyport/contract/lessons";
import type { Lesson, LessonBoard } from "@storyport/contract/lessons";
import { editPlayerGroup } from "@storyport/contract/player-groups";
import { issueOneTimeCodes, voidBadges } from "@storyport/contract/qr-login";
import { revokeToken } from "@storyport/contract/tokens";
import { logOptions } from "#/platform/log.ts";
import { openStore } from "#/platform/database/connect.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { openBoard } from "#test/board-stream.ts";
import type { Stream } from "#test/board-stream.ts";
import type { Browser } from "#test/browser.ts";
import { aColleague, aLesson, anotherPortal, boardOf, listenAt, playBy, ring, statesOn } from "#test/lessons.ts";
import { handOver, postForm, postToken, redemptionOf } from "#test/oauth-client.ts";
import { aDevice, anAdoptedDevice, fetchTokens, seat } from "#test/seats.ts";
import { scan } from "#test/school-class.ts";

let portal: TestPortal;
let port: number;
beforeAll(async () => {
  portal = await buildTestPortal();
  port = await listenAt(portal.app);
});
afterAll(() => portal.close());

function watch(browser: Browser, lesson: Pick<Lesson, "id">, options: { port?: number; lastEventId?: string } = {}): Promise<Stream> {
  return openBoard(browser, lesson, { port, ...options });
}

const shows = (name: string, state: string) => (board: LessonBoard) => statesOn(board)[name] === state;

describe("an open board", () => {
  test("shows each step of a child: not yet, at the door, in the game with its device, left", async () => {
    const school = await aLesson(portal);
    const stream = await watch(school.desk, school.lesson);
    expect(stream.response.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    const first = await stream.next();
    expect(statesOn(lessonBoard.parse(JSON.parse(first.data)))).toEqual({ Emil: "not-yet", Nora: "not-yet" });

    const tablet = portal.browser();
    const ipad =
      "Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1";
    const url = `/api/auth/qr/login?code=${school.badge("Nora")}`;
    expect((await tablet.send({ method: "GET", url, headers: { "user-agent": ipad } })).status).toBe(200);
    await stream.boardWith(shows("Nora", "at-the-door"));
    const played = await handOver(tablet, school.game);
    const answer = await postToken(portal, redemptionOf(played));
    const { children } = await stream.boardWith(shows("Nora", "in-the-game"));
    expect(children.find(({ displayName }) => displayName === "Nora")).toMatchObject({ deviceName: "Safari (iPad)" });

    const { refresh_token: token } = answer.body as { refresh_token: string };
    await postForm(portal, endpointUrl(revokeToken), { form: { token, client_id: played.clientId } });
    await stream.boardWith(shows("Nora", "left"));
    await ring(school.desk, school.lesson);
    await stream.boardWith((board) => board.lesson.ended?.because === "BELL");
    expect((await stream.next()).name).toBe("end");
    await stream.closed;
  });

  test("asks for help with a dead badge, an unused code and a missing badge", async () => {
    const school = await aLesson(portal);
    const stream = await watch(school.desk, school.lesson);
    const params = { playerGroupId: school.group.id };
    await school.desk.call(voidBadges, { params, body: { studentUserId: school.students[0]?.id } });
    const help = (board: LessonBoard, name: string) => board.children.find(({ displayName }) => displayName === name)?.help;
    await stream.boardWith((board) => help(board, "Nora") === "no-badge");
    expect((await scan(portal.browser(), school.badge("Nora"))).status).toBe(401);
    await stream.boardWith((board) => help(board, "Nora") === "badge-refused");
    await school.desk.call(issueOneTimeCodes, { params, body: { studentUserId: school.students[1]?.id } });
    await stream.boardWith((board) => help(board, "Emil") === "code-waits");
  });

  test("shows the new name of a child and of the class at once", async () => {
    const school = await aLesson(portal);
    const stream = await watch(school.desk, school.lesson);
    await stream.next();
    const { database } = portal.context;
    await database
      .updateTable("accounts")
      .set({ display_name: "Nora B" })
      .where("id", "=", school.students[0]?.id ?? "")
      .execute();
    await stream.boardWith(shows("Nora B", "not-yet"));
    const params = { playerGroupId: school.group.id };
    expect((await school.desk.call(editPlayerGroup, { params, body: { version: 1, name: "3A" } })).status).toBe(200);
    await stream.boardWith((board) => board.lesson.groupName === "3A");
  });

  test("numbers its events upwards, also for a browser that comes back", async () => {
    const school = await aLesson(portal);
    const stream = await watch(school.desk, school.lesson);
    const first = await stream.next();
    await scan(portal.browser(), school.badge("Nora"));
    const second = await stream.next();
    expect(second.id).toBeGreaterThan(first.id ?? Infinity);
    stream.leave();
    await scan(portal.browser(), school.badge("Emil"));
    // Ids are times. This browser was at a portal whose clock is an hour ahead.
    const ahead = (second.id ?? 0) + 3_600_000;
    const back = await watch(school.desk, school.lesson, { lastEventId: String(ahead) });
    const caughtUp = await back.next();
    expect(caughtUp.id).toBeGreaterThan(ahead);
    expect(statesOn(lessonBoard.parse(JSON.parse(caughtUp.data)))).toEqual({ Emil: "at-the-door", Nora: "at-the-door" });
  });

  test("of thirty children at once gets few events, the last of which has all", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `Child ${index}`);
    const school = await aLesson(portal, { students: names });
    const stream = await watch(school.desk, school.lesson);
    await stream.next();
    let events = 0;
    const all = stream.boardWith((board) => {
      events += 1;
      return board.children.every(({ state }) => state === "at-the-door");
    });
    await Promise.all(names.map((name) => scan(portal.browser(), school.badge(name))));
    await all;
    expect(events).toBeLessThan(30);
  });

  test("in one portal shows a login in another, on the same database", async () => {
    const store = await openStore({ kind: "postgres", url: portal.store.url ?? "" }, () => undefined);
    onTestFinished(() => store.close());
    const other = await anotherPortal(portal, { database: store.database, listen: store.listen });
    const school = await aLesson(portal);
    const stream = await watch(school.desk, school.lesson, { port: other.port });
    await stream.next();
    await playBy(portal, school, school.badge("Nora"));
    expect(statesOn(await stream.boardWith(shows("Nora", "in-the-game")))).toMatchObject({ Emil: "not-yet" });
  });

  test("shows a reader that only others lead the lesson", async () => {
    const school = await aLesson(portal);
    const reader = await aColleague(portal, school, "READ");
    expect(await (await watch(reader, school.lesson)).boardWith(() => true)).toMatchObject({ mayLead: false });
    expect(await boardOf(school.desk, school.lesson)).toMatchObject({ mayLead: true });
  });
});

describe("the devices on an open board", () => {
  test("come when a device of the school waits, and go when another class takes it or it is removed", async () => {
    const school = await aLesson(portal);
    const stream = await watch(school.desk, school.lesson);
    await stream.boardWith(({ devices }) => devices.length === 0);
    const first = await anAdoptedDevice(portal, school);
    await stream.boardWith(({ devices }) => devices.some(({ userCode }) => userCode === first.user_code));
    await seat(school, { waitingDeviceId: first.waitingId, studentUserId: school.students[0]?.id });
    await stream.boardWith((board) => board.devices.length === 0 && shows("Nora", "at-the-door")(board));
    const { deviceKey = "" } = await fetchTokens(portal, school.game, first);
    await stream.boardWith(shows("Nora", "in-the-game"));
    const again = await aDevice(portal, school.game, { device_key: deviceKey });
    await stream.boardWith(({ devices }) => devices.some(({ userCode }) => userCode === again.user_code));
    await portal.context.database.updateTable("devices").set({ removed_at: new Date() }).execute();
    expect(statesOn(await stream.boardWith(({ devices }) => devices.length === 0))).toMatchObject({ Nora: "in-the-game" });
  });

  test("go by themselves when their code ends", async () => {
    const school = await aLesson(portal);
    const stream = await watch(school.desk, school.lesson);
    const device = await anAdoptedDevice(portal, school);
    await stream.boardWith(({ devices }) => devices.length === 1);
    // No trigger reports this: only the clock shows it.
    const soon = sql<Date>`now() + interval '1 second'`;
    await portal.context.database.updateTable("device_codes").set({ expires_at: soon }).where("user_code", "=", device.user_code).execute();
    expect((await stream.boardWith(({ devices }) => devices.length === 0)).lesson.ended).toBeUndefined();
  });
});

describe("a board closes", () => {
  test.each([
    [
      "when the teacher logs out",
      (school: { teacher: { id: string } }) =>
        portal.context.database.deleteFrom("sessions").where("account_id", "=", school.teacher.id).execute(),
    ],
    [
      "when the teacher's right on the class is taken",
      (school: { teacher: { id: string } }) =>
        portal.context.database.deleteFrom("account_player_group_rights").where("account_id", "=", school.teacher.id).execute(),
    ],
  ])("%s, before the next change is shown", async (_, happens) => {
    const school = await aLesson(portal);
    const stream = await watch(school.desk, school.lesson);
    await stream.next();
    await happens(school);
    await scan(portal.browser(), school.badge("Nora"));
    expect((await stream.next()).name).toBe("end");
    await stream.closed;
  });

  test("when the class is archived", async () => {
    const school = await aLesson(portal);
    const stream = await watch(school.desk, school.lesson);
    await stream.next();
    await school.desk.call(editPlayerGroup, { params: { playerGroupId: school.group.id }, body: { version: 1, archived: true } });
    expect((await stream.next()).name).toBe("end");
  });

  test("when its browser leaves, without a fault in the log", async () => {
    const school = await aLesson(portal);
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line) => void lines.push(line) });
    const { app, port: other } = await anotherPortal(portal, { log });
    const stream = await watch(school.desk, school.lesson, { port: other });
    await stream.next();
    stream.leave();
    const connections = promisify(app.server.getConnections.bind(app.server));
    await expect.poll(() => connections()).toBe(0);
    await app.close();
    expect(lines).toEqual([]);
  });

  test("when the portal stops, at once, so that another portal takes over", async () => {
    const other = await anotherPortal(portal);
    const school = await aLesson(portal);
    const stream = await watch(school.desk, school.lesson, { port: other.port });
    await stream.next();
    const began = performance.now();
    await other.app.close();
    await stream.closed;
    // A stream that is not ended would hold the portal until the test's own time limit.
    expect(performance.now() - began).toBeLessThan(4000);
  });
});

describe("watchLessonBoard", () => {
  test("of another school is errors.notFound, as is getLessonBoard", async () => {
    const [school, other] = [await aLesson(portal), await aLesson(portal)];
    const call = { params: { lessonId: school.lesson.id } };
    for (const endpoint of [watchLessonBoard, getLessonBoard]) {
      const { status, body } = await other.desk.call(endpoint, call);
      expect({ status, body }).toMatchObject({ status: 404, body: { code: "errors.notFound" } });
    }
  });

  test("refuses an eleventh board of an account: errors.tooManyBoards", async () => {
    const school = await aLesson(portal);
    const streams = await Promise.all(Array.from({ length: 10 }, () => watch(school.desk, school.lesson)));
    for (const stream of streams) expect((await stream.next()).name).toBe("message");
    const { status, body } = await school.desk.call(watchLessonBoard, { params: { lessonId: school.lesson.id } });
    expect({ status, body }).toMatchObject({ status: 429, body: { code: "errors.tooManyBoards" } });
    streams[0]?.leave();
    await streams[0]?.closed;
    await scan(portal.browser(), school.badge("Nora"));
    await streams[1]?.next();
    expect((await watch(school.desk, school.lesson)).response.statusCode).toBe(200);
  });

  test("is no fault in the log when its browser leaves", async () => {
    const school = await aLesson(portal);
    const faults: unknown[] = [];
    const { promise: noticed, resolve: notice } = Promise.withResolvers<void>();
    const written = new Writable({
      write(chunk, _encoding, done) {
        const line = JSON.parse(String(chunk)) as { level: number; msg: string };
        if (line.level >= 40) faults.push(line);
        if (line.msg === "stream closed prematurely") notice();
        done();
      },
    });
    const { port: there } = await anotherPortal(portal, { log: pino(logOptions("info"), written) });
    const stream = await watch(school.desk, school.lesson, { port: there });
    await stream.next();
    stream.leave();
    await noticed;
    await setImmediate();
    expect(faults).toEqual([]);
  });

  test("is no use of the session: an open board does not keep its teacher logged in", async () => {
    const school = await aLesson(portal);
    await portal.clock.travel(600);
    const { database } = portal.context;
    const lastSeen = () => database.selectFrom("sessions").select("last_seen_at").where("account_id", "=", school.teacher.id).execute();
    const stream = await watch(school.desk, school.lesson);
    await stream.next();
    await portal.clock.travel(600);
    const before = await lastSeen();
    await scan(portal.browser(), school.badge("Nora"));
    await stream.boardWith(shows("Nora", "at-the-door"));
    expect(await lastSeen()).toEqual(before);
  });
});

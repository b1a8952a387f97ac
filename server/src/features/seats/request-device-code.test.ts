/** requestDeviceCode: the device authorization request (RFC 8628, section 3.1). */
import { createHash } from "node:crypto";
import { devicePictures, readUserCode } from "@storyport/contract/user-code";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweep } from "#/platform/jobs/sweep.ts";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aGame } from "#test/builders.ts";
import { aLesson } from "#test/lessons.ts";
import { aDevice, aKnownDevice, adopt, anAdoptedDevice, askForCode, devicesOn, poll } from "#test/seats.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

describe("a device", () => {
  test("gets a code to poll with, and a short code with two pictures to show", async () => {
    const answer = await aDevice(portal, await aGame(portal), { scope: "PLAYER", device_name: "TV in room 12" });
    expect(answer).toMatchObject({ verification_uri: `${publicUrl}/seat`, expires_in: 600, interval: 5 });
    expect(answer.device_code).toMatch(/^[\w-]{43}$/);
    expect(readUserCode(answer.user_code)).toBe(answer.user_code);
    expect(answer.verification_uri_complete).toBe(`${publicUrl}/seat?user_code=${answer.user_code}`);
    const [first, second] = answer.pictures;
    expect(first?.name).not.toBe(second?.name);
    for (const { name, url } of answer.pictures) {
      expect(devicePictures).toContain(name);
      expect(url).toBe(`${publicUrl}/device-pictures/${name}.svg`);
    }
  });

  test("may be a web game of any origin", async () => {
    const game = await aGame(portal);
    const answer = await askForCode(portal, { client_id: String(game.id) });
    expect(answer.headers).toMatchObject({ "access-control-allow-origin": "*", "cache-control": "no-store" });
  });

  test("that is adopted leaves its code in the table as a digest only", async () => {
    const school = await aLesson(portal);
    const device = await anAdoptedDevice(portal, school);
    const { rows } = await sql<{
      row: string;
    }>`select to_jsonb(c)::text as row from device_codes c where c.id = ${device.waitingId}`.execute(portal.context.database);
    expect(rows[0]?.row).toContain(device.user_code);
    expect(rows[0]?.row).not.toContain(device.device_code);
    expect(rows[0]?.row).toContain(createHash("sha256").update(device.device_code).digest("hex"));
  });
});

describe("a request of a game", () => {
  test.each([
    ["that is unknown", { client_id: "999999999" }],
    ["without a number", { client_id: "dashboard" }],
    ["without a client id", {}],
    ["with a number beyond all", { client_id: "9999999999" }],
  ])("%s is refused: errors.clientInvalid", async (_, form) => {
    const { status, body } = await askForCode(portal, form);
    expect({ status, body }).toMatchObject({ status: 401, body: { code: "errors.clientInvalid", error: "invalid_client" } });
  });

  test("that is retired is refused: errors.clientInvalid", async () => {
    const game = await aGame(portal);
    await portal.context.database.updateTable("games").set({ retired_at: new Date() }).where("id", "=", game.id).execute();
    expect((await askForCode(portal, { client_id: String(game.id) })).body).toMatchObject({ error: "invalid_client" });
  });

  test("without badges is refused with the status and the words of RFC 6749, section 5.2: errors.gameWithoutBadges", async () => {
    const game = await aGame(portal, { loginTypes: ["PASSWORD"] });
    const { status, body } = await askForCode(portal, { client_id: String(game.id) });
    const error_description = "This game does not accept badges, so devices get no code for it.";
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: "errors.gameWithoutBadges", error: "unauthorized_client", error_description },
    });
  });

  test("with a device name of 65 characters is refused: errors.invalidInput", async () => {
    const game = await aGame(portal);
    const { body } = await askForCode(portal, { client_id: String(game.id), device_name: "x".repeat(65) });
    expect(body).toMatchObject({ code: "errors.invalidInput", error: "invalid_request", errors: [{ field: "device_name" }] });
  });

  test.each(["", " "])("with the device name %j and an empty key gets a code, because both count as none", async (device_name) => {
    const game = await aGame(portal);
    const { status } = await askForCode(portal, { client_id: String(game.id), device_name, device_key: "" });
    expect(status).toBe(200);
    const devices = portal.context.database.selectFrom("device_codes").select("device_name").where("game_id", "=", game.id);
    expect(await devices.executeTakeFirstOrThrow()).toEqual({ device_name: null });
  });

  test("is refused after three hundred codes within ten minutes from its address, and no other game is: errors.tooManyAttempts", async () => {
    const [game, other] = [await aGame(portal), await aGame(portal)];
    const send = (id: number) => askForCode(portal, { client_id: String(id) });
    const answers = await Promise.all(Array.from({ length: 320 }, () => send(game.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(300);
    const refused = await send(game.id);
    expect(refused.body).toMatchObject({ code: "errors.tooManyAttempts", error: "temporarily_unavailable" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(500);
    expect((await send(other.id)).status).toBe(200);
    await portal.clock.travel(601);
    expect((await send(game.id)).status).toBe(200);
  });
});

describe("a device key", () => {
  test("brings the device back onto the boards of its school, in place of its former code", async () => {
    const school = await aLesson(portal);
    const { deviceKey } = await aKnownDevice(portal, school, { device_name: "TV" });
    expect(await devicesOn(school)).toEqual([]);
    const before = await aDevice(portal, school.game, { device_key: deviceKey });
    expect(await devicesOn(school)).toMatchObject([{ name: "TV", userCode: before.user_code }]);
    const now = await aDevice(portal, school.game, { device_key: deviceKey });
    expect(await devicesOn(school)).toMatchObject([{ name: "TV", userCode: now.user_code }]);
    expect((await poll(portal, school.game, before)).body).toMatchObject({ error: "expired_token" });
  });

  test("that asks fifty times at once waits on the board once, with one of the codes", async () => {
    const school = await aLesson(portal);
    const { deviceKey } = await aKnownDevice(portal, school);
    const shown = await Promise.all(Array.from({ length: 50 }, () => aDevice(portal, school.game, { device_key: deviceKey })));
    const waiting = await devicesOn(school);
    expect(waiting).toHaveLength(1);
    expect(shown.map(({ user_code }) => user_code)).toContain(waiting[0]?.userCode);
  });

  test.each(["unknown", "another game's", "removed"])("that is %s counts as none", async (which) => {
    const school = await aLesson(portal);
    const game = await aGame(portal);
    const { database } = portal.context;
    await database.insertInto("organization_games").values({ organization_id: school.organization.id, game_id: game.id }).execute();
    const { deviceKey } = await aKnownDevice(portal, school);
    if (which === "removed") await database.updateTable("devices").set({ removed_at: new Date() }).execute();
    const device_key = which === "unknown" ? "x".repeat(43) : deviceKey;
    await aDevice(portal, which === "another game's" ? game : school.game, { device_key });
    expect(await devicesOn(school)).toEqual([]);
  });

  test("shows the device to no other school", async () => {
    const [school, other] = [await aLesson(portal), await aLesson(portal)];
    const { database } = portal.context;
    await database.insertInto("organization_games").values({ organization_id: other.organization.id, game_id: school.game.id }).execute();
    const { deviceKey } = await aKnownDevice(portal, school);
    await aDevice(portal, school.game, { device_key: deviceKey });
    expect(await devicesOn(school)).toHaveLength(1);
    expect(await devicesOn(other)).toEqual([]);
  });
});

test("thirty waiting devices of a school show thirty pairs of pictures", async () => {
  const school = await aLesson(portal);
  const { database } = portal.context;
  for (let count = 0; count < 30; count++) await anAdoptedDevice(portal, school);
  // Each of them asks again, now as a device of the school.
  await database.deleteFrom("device_codes").execute();
  const known = await database.selectFrom("devices").select("id").where("organization_id", "=", school.organization.id).execute();
  for (const [index, { id }] of known.entries()) {
    const key_digest = createHash("sha256").update(`key ${index}`).digest();
    await database.updateTable("devices").set({ key_digest }).where("id", "=", id).execute();
    await aDevice(portal, school.game, { device_key: `key ${index}` });
  }
  const pairs = (await devicesOn(school)).map(({ userCode }) => userCode.slice(0, 2));
  expect(pairs).toHaveLength(30);
  expect(new Set(pairs).size).toBe(30);
});

test("codes and devices that nobody uses are swept: a code after a day, a device without a key after a day, a removed one after a month", async () => {
  const school = await aLesson(portal);
  const { database } = portal.context;
  const rows = async (table: "devices" | "device_codes") =>
    (await database.selectFrom(table).select("id").where("organization_id", "=", school.organization.id).execute()).length;
  await aKnownDevice(portal, school);
  await adopt(school, await aDevice(portal, school.game));
  expect(await rows("devices")).toBe(2);
  await portal.clock.travel(23 * 3600);
  await sweep(portal.context);
  expect([await rows("devices"), await rows("device_codes")]).toEqual([2, 1]);
  await portal.clock.travel(2 * 3600);
  await sweep(portal.context);
  expect([await rows("devices"), await rows("device_codes")]).toEqual([1, 0]);
  await database.updateTable("devices").set({ removed_at: new Date() }).where("organization_id", "=", school.organization.id).execute();
  await portal.clock.travel(31 * 24 * 3600);
  await sweep(portal.context);
  expect(await rows("devices")).toBe(0);
});

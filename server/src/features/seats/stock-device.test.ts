/** The device flow with a stock OpenID client, which knows the portal only by its metadata. */
import * as client from "openid-client";
import { deviceAnswer } from "@storyport/contract/seats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aLesson, ring } from "#test/lessons.ts";
import type { TestLesson } from "#test/lessons.ts";
import { claimsOf, fetchFrom } from "#test/oauth-client.ts";
import { adopt, aKnownDevice, devicesOn, seat } from "#test/seats.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function aClient({ game }: TestLesson): Promise<client.Configuration> {
  // oxlint-disable-next-line typescript/no-deprecated -- the test's portal speaks plain http
  const options = { algorithm: "oauth2" as const, execute: [client.allowInsecureRequests], [client.customFetch]: fetchFrom(portal) };
  return client.discovery(new URL(publicUrl), String(game.id), undefined, client.None(), options);
}

/** The child is seated before the first poll, so the client need not wait between two. */
const atOnce = { interval: 0 };

describe("a stock OpenID client", () => {
  test("asks for a code, polls, gets the child's tokens and refreshes them until the bell", async () => {
    const school = await aLesson(portal);
    const config = await aClient(school);
    const waiting = await client.initiateDeviceAuthorization(config, { device_name: "TV" });
    expect(deviceAnswer.parse(waiting).pictures).toHaveLength(2);
    await adopt(school, waiting);
    const [shown] = await devicesOn(school);
    await seat(school, { waitingDeviceId: shown?.id ?? "", studentUserId: school.students[0]?.id });
    const tokens = await client.pollDeviceAuthorizationGrant(config, { ...waiting, ...atOnce });
    expect(claimsOf(tokens.access_token).sub).toBe(school.students[0]?.id);
    expect(tokens["device_key"]).toMatch(/^[\w-]{43}$/);
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? "");
    await ring(school.desk, school.lesson);
    await expect(client.refreshTokenGrant(config, refreshed.refresh_token ?? "")).rejects.toMatchObject({ error: "invalid_grant" });
  });

  test("waits on its school's boards again by its key, until its code expires", async () => {
    const school = await aLesson(portal);
    const { deviceKey } = await aKnownDevice(portal, school);
    const config = await aClient(school);
    const waiting = await client.initiateDeviceAuthorization(config, { device_key: deviceKey });
    expect(await devicesOn(school)).toMatchObject([{ userCode: waiting.user_code }]);
    await ring(school.desk, school.lesson);
    await portal.clock.travel(601);
    await expect(client.pollDeviceAuthorizationGrant(config, { ...waiting, ...atOnce })).rejects.toMatchObject({ error: "expired_token" });
  });
});

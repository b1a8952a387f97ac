import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gameLoginStatus } from "@storyport/contract/game-login";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aSession, aTeacher } from "#test/builders.ts";
import { handOver, postToken, redemptionOf } from "#test/oauth-client.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

async function aHandOver() {
  const { account, organization, game } = await aTeacher(portal);
  return handOver(await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id }), game);
}

/** Called without a session, as after a badge's hand-over. */
function statusOf(handover: unknown) {
  return portal.browser().call(gameLoginStatus, { query: { handover } });
}

test("a hand-over waits until the game redeems the code: proof of arrival", async () => {
  const handover = await aHandOver();
  expect((await statusOf(handover.handover)).body).toEqual({ status: "waiting" });
  expect((await postToken(portal, redemptionOf(handover))).status).toBe(200);
  expect((await statusOf(handover.handover)).body).toEqual({ status: "redeemed" });
});

test("a refused redemption is no arrival", async () => {
  const handover = await aHandOver();
  expect((await postToken(portal, redemptionOf(handover, { redirect_uri: "https://game.example/other" }))).status).toBe(400);
  expect((await statusOf(handover.handover)).body).toEqual({ status: "waiting" });
});

test("an unused code expires after 60 seconds; a redeemed one stays redeemed", async () => {
  const [late, inTime] = [await aHandOver(), await aHandOver()];
  await postToken(portal, redemptionOf(inTime));
  await portal.clock.travel(50);
  expect((await statusOf(late.handover)).body).toEqual({ status: "waiting" });
  await portal.clock.travel(11);
  expect((await statusOf(late.handover)).body).toEqual({ status: "expired" });
  expect((await statusOf(inTime.handover)).body).toEqual({ status: "redeemed" });
});

test("an unknown secret, and the code itself, is refused with errors.handoverNotFound", async () => {
  const { code } = await aHandOver();
  for (const secret of [code, randomBytes(32).toString("base64url")]) {
    const { status, body } = await statusOf(secret);
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: "errors.handoverNotFound" });
  }
});

test.each([
  "",
  "x",
  "a".repeat(42),
  "a".repeat(44),
  `${"a".repeat(42)}%`,
  `${"a".repeat(42)}\n`,
  `${"a".repeat(43)}\u0000`,
  "å".repeat(43),
  undefined,
])("garbage (%j) is refused with 400", async (handover) => {
  expect((await statusOf(handover)).status).toBe(400);
});

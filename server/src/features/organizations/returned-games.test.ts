/** A game that leaves an organization and comes back: what was handed over before stays ended, as after a retirement. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { editOrganization } from "@storyport/contract/organizations";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { anAdministrator, aSession, aTeacher } from "#test/builders.ts";
import { aLesson } from "#test/lessons.ts";
import { handOver, postToken, redemptionOf, refresh, tokensFor } from "#test/oauth-client.ts";
import { anAdoptedDevice, poll, seat } from "#test/seats.ts";

let portal: TestPortal;
let admin: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
  admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
});
afterAll(() => portal.close());

async function setGames({ id: organizationId }: { id: string }, version: number, gameIds: number[]) {
  const { status } = await admin.call(editOrganization, { params: { organizationId }, body: { version, gameIds } });
  expect(status).toBe(200);
}

test("a game that comes back to an organization finds its codes and tokens of before ended, and gets new ones", async () => {
  const { account, organization, game } = await aTeacher(portal);
  const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
  const tokens = await tokensFor(portal, browser, { game });
  const code = await handOver(browser, game);
  await setGames(organization, 1, []);
  await setGames(organization, 2, [game.id]);
  expect((await refresh(portal, tokens)).status).toBe(400);
  expect((await postToken(portal, redemptionOf(code))).status).toBe(400);
  const later = await tokensFor(portal, browser, { game });
  await setGames(organization, 3, [game.id]);
  expect((await refresh(portal, later)).status, "an edit that leaves the game there ends nothing").toBe(200);
});

test("a seat of before gets no tokens", async () => {
  const school = await aLesson(portal);
  const device = await anAdoptedDevice(portal, school);
  await seat(school, { waitingDeviceId: device.waitingId, studentUserId: school.students[0]?.id ?? "" });
  await setGames(school.organization, 1, []);
  await setGames(school.organization, 2, [school.game.id]);
  expect((await poll(portal, school.game, device)).body).toMatchObject({ error: "access_denied" });
});

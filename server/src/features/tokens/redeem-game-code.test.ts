import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDashboard } from "@storyport/contract/dashboard-login";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aGame, aSession, aTeacher } from "#test/builders.ts";
import { aPkcePair, handOver, postToken, readTokens, redemptionOf, refresh } from "#test/oauth-client.ts";
import { eventsAbout } from "#test/users.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
  // A known client that owns none of the codes and tokens.
  await aGame(portal, { id: 1 });
});
afterAll(() => portal.close());

async function aHandOver() {
  const { account, organization, game } = await aTeacher(portal);
  const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
  return { ...(await handOver(browser, game)), account, organization, game, browser };
}

async function auditOf(accountId: string): Promise<string[]> {
  const rows = await portal.context.database
    .selectFrom("audit_events")
    .select("event")
    .where("target_id", "=", accountId)
    .orderBy("id")
    .execute();
  return rows.map(({ event }) => event);
}

describe("a game code is redeemed once, by the game it was made for, with its verifier (RFC 6749, 4.1.3; RFC 7636)", () => {
  test("the answer is the token pair, never cached, and stored without plain text", async () => {
    const handover = await aHandOver();
    const answer = await postToken(portal, redemptionOf(handover));
    expect(answer.status).toBe(200);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: "Bearer",
      expires_in: 600,
      refresh_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      scope: "USERGROUP",
    });
    const { refreshToken } = readTokens(answer, handover.clientId);
    const rows = await portal.context.database.selectFrom("refresh_tokens").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(refreshToken);
    expect(await auditOf(handover.account.id)).toEqual(["game_code_issued", "tokens_issued"]);
  });

  test.each([
    ["another verifier", { code_verifier: aPkcePair().verifier }],
    ["a verifier that is too short", { code_verifier: "a".repeat(42) }],
    ["a verifier that is too long", { code_verifier: "a".repeat(129) }],
    ["a verifier of other characters", { code_verifier: "å".repeat(43) }],
    ["another redirect_uri", { redirect_uri: "https://game.example/other" }],
    ["the redirect_uri in other letters", { redirect_uri: "https://GAME.example/callback" }],
    ["a loopback redirect_uri", { redirect_uri: "http://127.0.0.1:4000/callback" }],
    ["another client", { client_id: "1" }],
    ["an unknown code", { code: aPkcePair().challenge }],
    ["an overlong code", { code: "x".repeat(2048) }],
  ])("%s: invalid_grant, and the code stays valid for the game", async (_, changes) => {
    const handover = await aHandOver();
    const { status, body } = await postToken(portal, redemptionOf(handover, changes));
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: "invalid_grant", code: "errors.grantInvalid" });
    expect((await postToken(portal, redemptionOf(handover))).status).toBe(200);
  });

  test.each(["code", "redirect_uri", "code_verifier"])(
    "an empty %s is refused as a missing one, and the code stays valid",
    async (name) => {
      const handover = await aHandOver();
      const { body } = await postToken(portal, redemptionOf(handover, { [name]: "" }));
      expect(body).toMatchObject({ error: "invalid_request", code: "errors.invalidInput" });
      expect((await postToken(portal, redemptionOf(handover))).status).toBe(200);
    },
  );

  test("the challenge sent as the verifier (method plain) is refused", async () => {
    const handover = await aHandOver();
    const { body } = await postToken(portal, redemptionOf(handover, { code_verifier: handover.challenge }));
    expect(body).toMatchObject({ error: "invalid_grant" });
  });

  test.each(["code", "redirect_uri", "code_verifier"])("without %s: invalid_request", async (name) => {
    const { status, body } = await postToken(portal, redemptionOf(await aHandOver(), { [name]: undefined }));
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: "invalid_request", code: "errors.invalidInput" });
  });

  test("after 60 seconds: invalid_grant", async () => {
    const handover = await aHandOver();
    await portal.clock.travel(61);
    expect((await postToken(portal, redemptionOf(handover))).body).toMatchObject({ error: "invalid_grant" });
  });

  test("an account deactivated in between: invalid_grant", async () => {
    const handover = await aHandOver();
    await portal.context.database.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", handover.account.id).execute();
    expect((await postToken(portal, redemptionOf(handover))).body).toMatchObject({ error: "invalid_grant" });
  });

  test("an account that left the organization in between: invalid_grant", async () => {
    const handover = await aHandOver();
    await portal.context.database.deleteFrom("organization_members").where("account_id", "=", handover.account.id).execute();
    expect((await postToken(portal, redemptionOf(handover))).body).toMatchObject({ error: "invalid_grant" });
  });

  test("logging out of the portal in between does not cost the game its login", async () => {
    const handover = await aHandOver();
    await portal.context.database.deleteFrom("sessions").where("account_id", "=", handover.account.id).execute();
    expect((await postToken(portal, redemptionOf(handover))).status).toBe(200);
  });
});

describe("a used code", () => {
  test("is refused, and its tokens end, because another client may have it", async () => {
    const handover = await aHandOver();
    const tokens = readTokens(await postToken(portal, redemptionOf(handover)), handover.clientId);
    expect((await postToken(portal, redemptionOf(handover))).body).toMatchObject({ error: "invalid_grant" });
    expect((await refresh(portal, tokens)).body).toMatchObject({ error: "invalid_grant" });
    expect(await auditOf(handover.account.id)).toEqual(["game_code_issued", "tokens_issued", "game_code_replayed"]);
  });

  test("is an event of the school, with the game", async () => {
    const handover = await aHandOver();
    await postToken(portal, redemptionOf(handover));
    await postToken(portal, redemptionOf(handover));
    expect((await eventsAbout(portal, handover.account.id))[0]).toEqual({
      event: "game_code_replayed",
      actor_id: null,
      organization_id: handover.organization.id,
      details: { client: handover.clientId, gameId: handover.game.id },
    });
  });

  test("ends the newest tokens of the family too", async () => {
    const handover = await aHandOver();
    const first = readTokens(await postToken(portal, redemptionOf(handover)), handover.clientId);
    const second = readTokens(await refresh(portal, first), handover.clientId);
    await postToken(portal, redemptionOf(handover));
    expect((await refresh(portal, second)).status).toBe(400);
  });

  test.each([
    ["a wrong verifier", { code_verifier: aPkcePair().verifier }],
    ["another client", { client_id: "1" }],
    ["another redirect_uri", { redirect_uri: "https://evil.test/" }],
  ])("ends nothing for a call with %s, or a stranger could log users out", async (_, changes) => {
    const handover = await aHandOver();
    const tokens = readTokens(await postToken(portal, redemptionOf(handover)), handover.clientId);
    expect((await postToken(portal, redemptionOf(handover, changes))).status).toBe(400);
    expect((await refresh(portal, tokens)).status).toBe(200);
  });

  test("exactly one of 50 concurrent redemptions gets tokens", async () => {
    const handover = await aHandOver();
    const answers = await Promise.all(Array.from({ length: 50 }, () => postToken(portal, redemptionOf(handover))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
    const families = await portal.context.database
      .selectFrom("token_families")
      .select("id")
      .where("account_id", "=", handover.account.id)
      .execute();
    expect(families).toHaveLength(1);
  });
});

describe("the dashboard's code", () => {
  async function aDashboardCode() {
    const { account, organization, game } = await aTeacher(portal);
    const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
    const left = await browser.call(openDashboard, { query: { gameId: game.id, orgId: organization.id, confirmed: "true" } });
    const code = new URL(String(left.headers.location)).searchParams.get("code") ?? "";
    const { clientSecret: client_secret, url } = portal.context.settings.dashboard;
    return { grant_type: "authorization_code", client_id: "dashboard", client_secret, code, redirect_uri: `${url}/callback` };
  }

  test("is redeemed by the dashboard's secret, for the audience dashboard", async () => {
    const { claims } = readTokens(await postToken(portal, await aDashboardCode()), "dashboard");
    expect(claims).toMatchObject({ aud: "dashboard", client_id: "dashboard", scope: "USERGROUP" });
  });

  test("is refused with a verifier for which no challenge was sent (RFC 9700, 4.8.2: downgrade)", async () => {
    const form = { ...(await aDashboardCode()), code_verifier: aPkcePair().verifier };
    expect((await postToken(portal, form)).body).toMatchObject({ error: "invalid_grant" });
  });

  test("is useless to a game, and a game's code to the dashboard", async () => {
    const form = await aDashboardCode();
    const asGame = { ...form, client_id: "1", client_secret: undefined, code_verifier: aPkcePair().verifier };
    expect((await postToken(portal, asGame)).body).toMatchObject({ error: "invalid_grant" });
    const handover = await aHandOver();
    const asDashboard = redemptionOf(handover, { client_id: "dashboard", client_secret: form.client_secret });
    expect((await postToken(portal, asDashboard)).body).toMatchObject({ error: "invalid_grant" });
  });
});

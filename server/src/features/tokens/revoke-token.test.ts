import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpointUrl } from "@storyport/contract/endpoint";
import { limits } from "@storyport/contract/limits";
import { narrowScope, revokeToken } from "@storyport/contract/tokens";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aGame, aSession, aTeacher } from "#test/builders.ts";
import { postForm, postJson, readTokens, refresh, tokensFor } from "#test/oauth-client.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
  // A known client that owns none of the codes and tokens.
  await aGame(portal, { id: 1 });
});
afterAll(() => portal.close());

const url = endpointUrl(revokeToken);
const revoke = (form: Record<string, string | undefined>) => postForm(portal, url, { form });

async function someTokens() {
  const { account, organization, game } = await aTeacher(portal);
  const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
  return { ...(await tokensFor(portal, browser, { game })), account };
}

describe("a game revokes its tokens (RFC 7009)", () => {
  test("the family ends, and an event is recorded", async () => {
    const tokens = await someTokens();
    const answer = await revoke({ client_id: tokens.clientId, token: tokens.refreshToken, token_type_hint: "refresh_token" });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe("");
    expect((await refresh(portal, tokens)).body).toMatchObject({ error: "invalid_grant" });
    const events = await portal.context.database
      .selectFrom("audit_events")
      .select("event")
      .where("target_id", "=", tokens.account.id)
      .execute();
    expect(events.at(-1)).toEqual({ event: "token_revoked" });
  });

  test("a rotated token ends the family too", async () => {
    const tokens = await someTokens();
    const second = readTokens(await refresh(portal, tokens), tokens.clientId);
    expect((await revoke({ client_id: tokens.clientId, token: tokens.refreshToken })).status).toBe(200);
    expect((await refresh(portal, second)).status).toBe(400);
  });

  test("a repeated call succeeds, and one event is recorded", async () => {
    const tokens = await someTokens();
    const form = { client_id: tokens.clientId, token: tokens.refreshToken };
    expect([(await revoke(form)).status, (await revoke(form)).status]).toEqual([200, 200]);
    const events = await portal.context.database
      .selectFrom("audit_events")
      .select("event")
      .where("target_id", "=", tokens.account.id)
      .execute();
    expect(events.filter(({ event }) => event === "token_revoked")).toHaveLength(1);
  });

  test.each(["x", "a".repeat(43), "a.b.c", "x".repeat(limits.accessToken.max)])(
    "an unknown token (%j) gets 200, because it is already invalid",
    async (token) => {
      expect((await revoke({ client_id: "1", token })).status).toBe(200);
    },
  );

  test.each([undefined, "access_token", "refresh_token"])(
    "an access token ends its family as the refresh token does (hint: %s)",
    async (hint) => {
      const tokens = await someTokens();
      const form = { client_id: tokens.clientId, token: tokens.accessToken, token_type_hint: hint };
      expect([(await revoke(form)).status, (await revoke(form)).status]).toEqual([200, 200]);
      expect((await refresh(portal, tokens)).body).toMatchObject({ error: "invalid_grant" });
      const events = portal.context.database.selectFrom("audit_events").select("event").where("target_id", "=", tokens.account.id);
      expect((await events.execute()).filter(({ event }) => event === "token_revoked")).toHaveLength(1);
    },
  );

  test("a narrowed access token ends its family too", async () => {
    const tokens = await someTokens();
    const { body } = await postJson(portal, endpointUrl(narrowScope), { scope: "PLAYER", accessToken: tokens.accessToken });
    const { accessToken } = narrowScope.response.parse(body);
    expect((await revoke({ client_id: tokens.clientId, token: accessToken })).status).toBe(200);
    expect((await refresh(portal, tokens)).status).toBe(400);
  });

  test("an access token that expired, or that is not ours, ends nothing and gets 200", async () => {
    const tokens = await someTokens();
    const { clientId: client_id, accessToken } = tokens;
    expect((await revoke({ client_id, token: `${accessToken.slice(0, -8)}AAAAAAAA` })).status).toBe(200);
    await portal.clock.travel(601);
    expect((await revoke({ client_id, token: accessToken })).status).toBe(200);
    await portal.clock.travel(-601);
    expect((await refresh(portal, tokens)).status).toBe(200);
  });

  test("another client's access token stays valid, and the number of no game is refused", async () => {
    const tokens = await someTokens();
    const other = await someTokens();
    expect((await revoke({ client_id: other.clientId, token: tokens.accessToken })).status).toBe(200);
    expect((await revoke({ client_id: "999999999", token: tokens.accessToken })).status).toBe(401);
    expect((await refresh(portal, tokens)).status).toBe(200);
  });

  test("another client's token stays valid, and the answer does not reveal it", async () => {
    const tokens = await someTokens();
    const other = await someTokens();
    expect((await revoke({ client_id: other.clientId, token: tokens.refreshToken })).status).toBe(200);
    expect((await refresh(portal, tokens)).status).toBe(200);
  });

  test("an unauthenticated client is refused, and nothing ends", async () => {
    const tokens = await someTokens();
    for (const client of [{}, { client_id: "dashboard" }, { client_id: tokens.clientId, client_secret: "x" }]) {
      const { status, body } = await revoke({ ...client, token: tokens.refreshToken });
      expect(status).toBe(401);
      expect(body).toMatchObject({ error: "invalid_client", code: "errors.clientInvalid" });
    }
    expect((await refresh(portal, tokens)).status).toBe(200);
  });

  test.each([undefined, ""])("without a token (%j): invalid_request, which names it", async (token) => {
    const { status, body } = await revoke({ client_id: "1", token });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: "invalid_request", errors: [{ field: "token" }] });
  });

  test.each([
    { token: ["x"], client_id: "1" },
    { token: "\u0000", client_id: "1" },
    { token: "x".repeat(limits.accessToken.max + 1), client_id: "1" },
    null,
  ])("garbage (%j) is refused with 400", async (body) => {
    expect((await postJson(portal, url, body)).status).toBe(400);
  });
});

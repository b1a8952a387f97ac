import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpointUrl } from "@storyport/contract/endpoint";
import { revokeToken } from "@storyport/contract/tokens";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aSession, aTeacher } from "#test/builders.ts";
import { postForm, postJson, readTokens, refresh, tokensFor } from "#test/oauth-client.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const url = endpointUrl(revokeToken);
const revoke = (form: Record<string, string | undefined>) => postForm(portal, url, { form });

async function someTokens() {
  const { account, organization, game } = await aTeacher(portal);
  const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
  return { ...(await tokensFor(portal, browser, { game })), account };
}

describe("a game gives its tokens back (RFC 7009)", () => {
  test("the family ends, and it is written down", async () => {
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

  test("a token that was rotated away ends the family all the same", async () => {
    const tokens = await someTokens();
    const second = readTokens(await refresh(portal, tokens), tokens.clientId);
    expect((await revoke({ client_id: tokens.clientId, token: tokens.refreshToken })).status).toBe(200);
    expect((await refresh(portal, second)).status).toBe(400);
  });

  test("twice is no error, and is written down once", async () => {
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

  test.each(["x", "a".repeat(43), "a.b.c", ""])("an unknown token (%j) answers 200: it is not valid, as asked", async (token) => {
    expect((await revoke({ client_id: "1", token })).status).toBe(200);
  });

  test("another client's token is left untouched, and the answer does not tell", async () => {
    const tokens = await someTokens();
    const other = await someTokens();
    expect((await revoke({ client_id: other.clientId, token: tokens.refreshToken })).status).toBe(200);
    expect((await refresh(portal, tokens)).status).toBe(200);
  });

  test("a client that is not proven is refused, and nothing ends", async () => {
    const tokens = await someTokens();
    for (const client of [{}, { client_id: "dashboard" }, { client_id: tokens.clientId, client_secret: "x" }]) {
      const { status, body } = await revoke({ ...client, token: tokens.refreshToken });
      expect(status).toBe(401);
      expect(body).toMatchObject({ error: "invalid_client", code: "errors.clientInvalid" });
    }
    expect((await refresh(portal, tokens)).status).toBe(200);
  });

  test("without a token: invalid_request", async () => {
    const { status, body } = await revoke({ client_id: "1" });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: "invalid_request" });
  });

  test.each([{ token: ["x"], client_id: "1" }, { token: "\u0000", client_id: "1" }, { token: "x".repeat(2049), client_id: "1" }, null])(
    "garbage (%j) is refused with 400",
    async (body) => {
      expect((await postJson(portal, url, body)).status).toBe(400);
    },
  );
});

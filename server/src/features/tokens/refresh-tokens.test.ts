import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDashboard } from "@storyport/contract/dashboard-login";
import { createVault, hmacOf } from "#/platform/secrets.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPlayerGroup, aSession, aTeacher, anAccount } from "#test/builders.ts";
import { postToken, readTokens, refresh, tokensFor } from "#test/oauth-client.ts";
import type { Tokens } from "#test/oauth-client.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

async function aGameWithTokens(loginType: "PASSWORD" | "QRCODE" = "PASSWORD", parts: Parameters<typeof aTeacher>[1] = {}) {
  const teacher = await aTeacher(portal, parts);
  const browser = await aSession(portal, teacher.account, { loginType, organizationId: teacher.organization.id });
  return { ...teacher, tokens: await tokensFor(portal, browser, { game: teacher.game }) };
}

async function next(tokens: Tokens): Promise<Tokens> {
  return readTokens(await refresh(portal, tokens), tokens.clientId);
}

async function letTimePass(seconds: number): Promise<void> {
  await portal.clock.travel(seconds);
  // Runs the job: time travel makes new signing keys due.
  await portal.context.keys.rotate();
}

/** Returns the answer of a refused refresh; undefined for a successful one. */
async function refusalOf(tokens: Tokens): Promise<unknown> {
  const { status, body } = await refresh(portal, tokens);
  return status === 200 ? undefined : body;
}

const dead = expect.objectContaining({ error: "invalid_grant", code: "errors.grantInvalid" });

describe("a refresh token rotates (RFC 9700, 4.14)", () => {
  test("each use gives a new pair of the same family and scope", async () => {
    const { tokens } = await aGameWithTokens();
    const second = await next(tokens);
    const third = await next(second);
    expect(new Set([tokens, second, third].map(({ refreshToken }) => refreshToken)).size).toBe(3);
    expect(third.claims).toMatchObject({ sid: tokens.claims.sid, scope: tokens.claims.scope, sub: tokens.claims.sub });
    expect(third.claims.jti).not.toBe(tokens.claims.jti);
  });

  test("it contains the present rights", async () => {
    const { tokens, account, organization } = await aGameWithTokens();
    expect(tokens.claims.playerGroupIds).toEqual([]);
    const { id } = await aPlayerGroup(portal, { organization, rights: [{ account, level: "MODIFY" }] });
    const second = await next(tokens);
    expect(second.claims.playerGroupRights).toEqual({ [id]: "MODIFY" });
    await portal.context.database.deleteFrom("account_player_group_rights").where("account_id", "=", account.id).execute();
    expect((await next(second)).claims.playerGroupIds).toEqual([]);
  });

  test("another client can neither use it nor end the family by trying", async () => {
    const { tokens } = await aGameWithTokens();
    const other = await aTeacher(portal);
    for (const thief of [
      { client_id: String(other.game.id) },
      { client_id: "dashboard", client_secret: portal.context.settings.dashboard.clientSecret },
    ]) {
      const answer = await postToken(portal, { grant_type: "refresh_token", refresh_token: tokens.refreshToken, ...thief });
      expect(answer.body).toMatchObject({ error: "invalid_grant" });
    }
    expect((await refresh(portal, tokens)).status).toBe(200);
  });

  test.each(["x", "a".repeat(43), "a".repeat(2048)])("an unknown one (%j) is refused", async (refreshToken) => {
    const { tokens } = await aGameWithTokens();
    expect(await refusalOf({ ...tokens, refreshToken })).toEqual(dead);
  });
});

describe("a game whose answer was lost asks again", () => {
  test("within ten seconds it gets the same successor", async () => {
    const { tokens } = await aGameWithTokens();
    const second = await next(tokens);
    await letTimePass(9);
    const again = await next(tokens);
    expect(again.refreshToken).toBe(second.refreshToken);
    expect((await refresh(portal, again)).status).toBe(200);
  });

  test("50 concurrent refreshes get the same successor, and the family has one head", async () => {
    const { tokens } = await aGameWithTokens();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(portal, tokens)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    const successors = new Set(answers.map((answer) => readTokens(answer, tokens.clientId).refreshToken));
    expect(successors.size).toBe(1);
    const heads = await portal.context.database
      .selectFrom("refresh_tokens")
      .select("digest")
      .where("family_id", "=", tokens.claims.sid)
      .where("used_at", "is", null)
      .execute();
    expect(heads).toHaveLength(1);
  });
});

describe("a refresh token used by two clients ends the family", () => {
  async function eventsOf(accountId: string): Promise<string[]> {
    const rows = await portal.context.database.selectFrom("audit_events").select("event").where("target_id", "=", accountId).execute();
    return rows.map(({ event }) => event).filter((event) => event === "token_reuse");
  }

  test("when it is used again after ten seconds", async () => {
    const { tokens, account } = await aGameWithTokens();
    const second = await next(tokens);
    await letTimePass(11);
    expect(await refusalOf(tokens)).toEqual(dead);
    expect(await refusalOf(second)).toEqual(dead);
    expect(await eventsOf(account.id)).toEqual(["token_reuse"]);
  });

  test("when it is used again after its successor was used", async () => {
    const { tokens, account } = await aGameWithTokens();
    const third = await next(await next(tokens));
    expect(await refusalOf(tokens)).toEqual(dead);
    expect(await refusalOf(third)).toEqual(dead);
    expect(await eventsOf(account.id)).toEqual(["token_reuse"]);
  });

  test("an older predecessor never counts as a lost answer", async () => {
    const { tokens } = await aGameWithTokens();
    const second = await next(tokens);
    const third = await next(second);
    const fourth = await next(third);
    expect(await refusalOf(tokens)).toEqual(dead);
    for (const younger of [second, third, fourth]) expect(await refusalOf(younger)).toEqual(dead);
  });

  test("other families of the account stay valid", async () => {
    const { tokens, account, organization, game } = await aGameWithTokens();
    const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
    const other = await tokensFor(portal, browser, { game });
    await next(await next(tokens));
    expect(await refusalOf(tokens)).toEqual(dead);
    expect((await refresh(portal, other)).status).toBe(200);
  });
});

describe("how long a family lives", () => {
  test.each([
    ["PASSWORD" as const, 14 * day],
    ["QRCODE" as const, 1.5 * hour],
  ])("%s: unused, it ends after %i seconds", async (loginType, idle) => {
    const { tokens } = await aGameWithTokens(loginType);
    await letTimePass(idle - 5);
    const second = await next(tokens);
    await letTimePass(idle + 5);
    expect(await refusalOf(second)).toEqual(dead);
  });

  test.each([
    ["PASSWORD" as const, 90 * day, 10 * day],
    ["QRCODE" as const, 12 * hour, 1 * hour],
  ])("%s: even in use, it ends after %i seconds", async (loginType, absolute, step) => {
    let { tokens } = await aGameWithTokens(loginType);
    for (let passed = 0; passed + step < absolute; passed += step) {
      await letTimePass(step);
      tokens = await next(tokens);
    }
    await letTimePass(step + 1);
    expect(await refusalOf(tokens)).toEqual(dead);
  });
});

describe("a family ends with its grant", () => {
  test("when the account is deactivated", async () => {
    const { tokens, account } = await aGameWithTokens();
    await portal.context.database.updateTable("accounts").set({ status: "DEACTIVATED" }).where("id", "=", account.id).execute();
    expect(await refusalOf(tokens)).toEqual(dead);
  });

  test("when the account leaves the organization", async () => {
    const { tokens, account } = await aGameWithTokens();
    await portal.context.database.deleteFrom("organization_members").where("account_id", "=", account.id).execute();
    expect(await refusalOf(tokens)).toEqual(dead);
  });

  test("but an administrator belongs to every organization", async () => {
    const { organization, game } = await aTeacher(portal);
    const admin = await aSession(portal, await anAccount(portal, { platformRoles: ["admin"] }), { loginType: "PASSWORD" });
    const tokens = await tokensFor(portal, admin, { game });
    expect((await next(tokens)).claims).toMatchObject({ orgId: organization.id, roles: ["admin"] });
  });

  test("when a teacher may no longer see the dashboard", async () => {
    const { account, organization, game } = await aTeacher(portal);
    const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
    const { clientSecret, url } = portal.context.settings.dashboard;
    const left = await browser.call(openDashboard, { query: { gameId: game.key, orgId: organization.id, confirmed: "true" } });
    const code = new URL(String(left.headers.location)).searchParams.get("code") ?? "";
    const client = { client_id: "dashboard", client_secret: clientSecret };
    const redeemed = await postToken(portal, { ...client, grant_type: "authorization_code", code, redirect_uri: `${url}/callback` });
    const { refreshToken } = readTokens(redeemed, "dashboard");
    const { database } = portal.context;
    await database.updateTable("account_roles").set({ role_key: "member" }).where("account_id", "=", account.id).execute();
    const refused = await postToken(portal, { ...client, grant_type: "refresh_token", refresh_token: refreshToken });
    expect(refused.body).toMatchObject({ error: "invalid_grant" });
  });

  test("when the account loses the permission login", async () => {
    const { tokens, account } = await aGameWithTokens();
    await portal.context.database.deleteFrom("account_roles").where("account_id", "=", account.id).execute();
    expect(await refusalOf(tokens)).toEqual(dead);
  });

  test("when the account loses a permission that the game requires", async () => {
    const game = { requiredPermissions: ["play_premium"] };
    const { tokens, account } = await aGameWithTokens("PASSWORD", { game, roles: ["teacher", "premium"] });
    const second = await next(tokens);
    await portal.context.database
      .deleteFrom("account_roles")
      .where("account_id", "=", account.id)
      .where("role_key", "=", "premium")
      .execute();
    expect(await refusalOf(second)).toEqual(dead);
  });

  test("when the organization removes the game", async () => {
    const { tokens, organization } = await aGameWithTokens();
    await portal.context.database.deleteFrom("organization_games").where("organization_id", "=", organization.id).execute();
    expect(await refusalOf(tokens)).toEqual(dead);
  });
});

describe("the key of a successor", () => {
  const storedKey = async ({ claims }: Tokens): Promise<Buffer> => {
    const families = portal.context.database.selectFrom("token_families").select("successor_key").where("id", "=", claims.sid);
    return (await families.executeTakeFirstOrThrow()).successor_key;
  };

  test("is sealed: the table and an old refresh token together reveal no successor", async () => {
    const { tokens } = await aGameWithTokens();
    const stored = await storedKey(tokens);
    const { refreshToken } = await next(tokens);
    const key = Buffer.from(portal.context.vault.open(stored), "base64url");
    expect(hmacOf(key, tokens.refreshToken)).toBe(refreshToken);
    for (let start = 0; start + 32 <= stored.length; start++) {
      expect(hmacOf(stored.subarray(start, start + 32), tokens.refreshToken)).not.toBe(refreshToken);
    }
  });

  test("from before sealing, stored in plain text, still derives a successor", async () => {
    const { tokens } = await aGameWithTokens();
    const key = Buffer.alloc(32, 7);
    const { database } = portal.context;
    await database.updateTable("token_families").set({ successor_key: key }).where("id", "=", tokens.claims.sid).execute();
    const second = await next(tokens);
    expect(second.refreshToken).toBe(hmacOf(key, tokens.refreshToken));
    expect((await next(tokens)).refreshToken).toBe(second.refreshToken);
  });

  test("sealed with another SECRET_KEY is refused: errors.grantInvalid", async () => {
    const { tokens } = await aGameWithTokens();
    const { database } = portal.context;
    const foreign = createVault([Buffer.alloc(32, 1)], Buffer.alloc(32, 1)).seal("a".repeat(43));
    await database.updateTable("token_families").set({ successor_key: foreign }).where("id", "=", tokens.claims.sid).execute();
    expect(await refusalOf(tokens)).toEqual(dead);
  });
});

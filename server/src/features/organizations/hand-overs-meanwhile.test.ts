/** Ending a membership races with hand-overs. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishGameLogin } from "@storyport/contract/game-login";
import { removeOrganizationMember } from "@storyport/contract/organizations";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aGame, anAccount, aSession } from "#test/builders.ts";
import { aGameLogin, aPkcePair, consentTo, postToken } from "#test/oauth-client.ts";
import { aManagedSchool } from "#test/user-groups.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

test("fifty concurrent hand-overs of a student's sessions leave no session, no code and no token", async () => {
  const { organization, office } = await aManagedSchool(portal);
  const game = await aGame(portal);
  await portal.context.database.insertInto("organization_games").values({ organization_id: organization.id, game_id: game.id }).execute();
  const account = await anAccount(portal, { loginTypes: ["QRCODE"], memberships: [{ organization, roles: ["student"] }] });
  const aLogin = async () => {
    // As if opened by one-time codes: no badge exists whose end would end these sessions.
    const browser = await aSession(portal, account, { loginType: "QRCODE", organizationId: organization.id });
    const pair = aPkcePair();
    const login = aGameLogin(game, { clientCode: pair.challenge, orgId: organization.id });
    return { browser, pair, query: { ...login, consent: await consentTo(browser, login) } };
  };
  const logins = [];
  for (let count = 0; count < 50; count++) logins.push(await aLogin());
  const play = async ({ browser, pair, query }: Awaited<ReturnType<typeof aLogin>>) => {
    const { status, body } = await browser.call(finishGameLogin, { query });
    if (status !== 200) return;
    const url = new URL(finishGameLogin.response.parse(body).deeplinkUrl);
    const form = { code: url.searchParams.get("code") ?? "", redirect_uri: url.origin + url.pathname, code_verifier: pair.verifier };
    await postToken(portal, { grant_type: "authorization_code", client_id: String(game.id), ...form });
  };
  const early = logins.slice(0, 20).map(play);
  const removing = office.call(removeOrganizationMember, { params: { organizationId: organization.id, userId: account.id } });
  const [removed] = await Promise.all([removing, ...early, ...logins.slice(20).map(play)]);
  expect(removed.status).toBe(204);
  const left = await sql`
    select 'session' as is from sessions where account_id = ${account.id} and organization_id = ${organization.id}
    union all select 'code' from game_codes where account_id = ${account.id} and consumed_at is null and expires_at > now()
    union all select 'token' from token_families where account_id = ${account.id} and revoked_at is null`.execute(portal.context.database);
  expect(left.rows).toEqual([]);
});

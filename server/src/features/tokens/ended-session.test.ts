/** A game's access token is refused as soon as the grant behind it ends (DESIGN 8.12). */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { endpointUrl } from "@storyport/contract/endpoint";
import { validateAuth } from "@storyport/contract/login";
import { removeOrganizationMember } from "@storyport/contract/organizations";
import { endOtherSessions, endOwnSession, listOwnSessions } from "@storyport/contract/sessions";
import { narrowScope, revokeToken } from "@storyport/contract/tokens";
import { deactivateUser, deleteUserByAdmin, editUser, endUserSessions } from "@storyport/contract/users";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { aTeacher, logIn } from "#test/builders.ts";
import { postForm, postJson, refresh, tokensFor } from "#test/oauth-client.ts";
import type { Tokens } from "#test/oauth-client.ts";
import { anAdminDesk } from "#test/users.ts";

let portal: TestPortal;
let desk: Browser;
beforeAll(async () => {
  portal = await buildTestPortal();
});
beforeEach(async () => {
  ({ desk } = await anAdminDesk(portal));
});
afterAll(() => portal.close());

interface Given {
  account: { id: string };
  organization: { id: string };
  browser: Browser;
  tokens: Tokens;
}

async function aGameWithTokens(): Promise<Given> {
  const { account, organization, game } = await aTeacher(portal);
  const browser = await logIn(portal.browser(), account);
  return { account, organization, browser, tokens: await tokensFor(portal, browser, { game }) };
}

const ask = ({ accessToken }: Tokens) => postJson(portal, endpointUrl(narrowScope), { scope: "PLAYER", accessToken });
const byAdministrator =
  (endpoint: typeof deactivateUser | typeof endUserSessions) =>
  ({ account }: Given) =>
    desk.call(endpoint, { params: { userId: account.id }, body: {} });

async function endTheGames({ browser }: Given): Promise<Answer> {
  const sessions = listOwnSessions.response.parse((await browser.call(listOwnSessions)).body);
  return browser.call(endOwnSession, { params: { sessionId: sessions.find(({ kind }) => kind === "GAME")?.id ?? "" } });
}

const ends: [string, (given: Given) => Promise<Answer>][] = [
  ["its owner ends it", endTheGames],
  ["its owner ends all others", ({ browser }) => browser.call(endOtherSessions, { body: {} })],
  ["an administrator ends all of the account's", byAdministrator(endUserSessions)],
  ["the account is deactivated", byAdministrator(deactivateUser)],
  ["the account is deleted", ({ account }) => desk.call(deleteUserByAdmin, { params: { userId: account.id } })],
  [
    "the membership of the school is ended",
    ({ account, organization }) => desk.call(removeOrganizationMember, { params: { organizationId: organization.id, userId: account.id } }),
  ],
  [
    "the way it was logged in by is taken away",
    ({ account }) => desk.call(editUser, { params: { userId: account.id }, body: { version: 1, loginTypes: ["GOOGLE"] } }),
  ],
  [
    "the game gives its tokens back",
    ({ tokens: { clientId: client_id, refreshToken: token } }) =>
      postForm(portal, endpointUrl(revokeToken), { form: { client_id, token } }),
  ],
];

test.each(ends)("the access token is refused as soon as %s: errors.accessTokenInvalid", async (_, end) => {
  const given = await aGameWithTokens();
  expect((await ask(given.tokens)).status).toBe(200);
  expect((await end(given)).status).toBeLessThan(300);
  expect(await ask(given.tokens)).toMatchObject({ status: 401, body: { code: "errors.accessTokenInvalid" } });
  expect((await refresh(portal, given.tokens)).status).toBe(400);
});

test("an access token is never a session: errors.notLoggedIn", async () => {
  const given = await aGameWithTokens();
  const headers = { authorization: `Bearer ${given.tokens.accessToken}` };
  for (const action of [() => Promise.resolve(), () => endTheGames(given)]) {
    await action();
    expect(await portal.browser().call(validateAuth, { headers })).toMatchObject({ status: 401, body: { code: "errors.notLoggedIn" } });
  }
});

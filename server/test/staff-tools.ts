/** Staff tools that use the portal as an OpenID provider by a stock client in its default settings. */
import * as openid from "openid-client";
import { expect } from "vitest";
import { endpointUrl } from "@storyport/contract/endpoint";
import { finishGameLogin } from "@storyport/contract/game-login";
import { readGameRequest, readScope } from "@storyport/contract/game-request";
import type { OpenidWord } from "@storyport/contract/games";
import { getNameSharing, shareNames } from "@storyport/contract/organizations";
import { getUserinfo } from "@storyport/contract/tokens";
import { publicUrl } from "./build-app.ts";
import type { TestPortal } from "./build-app.ts";
import type { Browser } from "./browser.ts";
import { aSession, aTeacher, anAccount, webCallback } from "./builders.ts";
import type { GameParts } from "./builders.ts";
import { askHandOver, fetchFrom } from "./oauth-client.ts";

interface StaffTool {
  game: { id: number; key: string };
  organization: { id: string };
  account: { id: string; email: string };
  browser: Browser;
}

export const bearing = (token: string) => ({ authorization: `Bearer ${token}` });

/** The portal is a function, because it is built after the file's imports. */
export function createStaffTools(portal: () => TestPortal) {
  /** A game with a subject type is an OpenID client. */
  async function aStaffTool(parts: { game?: GameParts; roles?: string[]; shares?: boolean; loginType?: "PASSWORD" | "QRCODE" } = {}) {
    const loginType = parts.loginType ?? "PASSWORD";
    const teacher = await aTeacher(portal(), {
      game: { subjectType: "public", ...parts.game },
      ...(parts.roles !== undefined && { roles: parts.roles }),
      displayName: "Kari Nordmann",
      locale: "nb",
    });
    const browser = await aSession(portal(), teacher.account, { loginType, organizationId: teacher.organization.id });
    if (parts.shares === true) await share(teacher, ["profile", "email"]);
    return { ...teacher, browser };
  }

  /** The school's own administrator decides what the tool reads. */
  async function share({ organization, game }: Pick<StaffTool, "organization" | "game">, words: OpenidWord[]): Promise<Browser> {
    const manager = await anAccount(portal(), { memberships: [{ organization, roles: ["organization_admin"] }] });
    const office = await aSession(portal(), manager, { loginType: "PASSWORD", organizationId: organization.id });
    const params = { organizationId: organization.id };
    const { tools } = getNameSharing.response.parse((await office.call(getNameSharing, { params })).body);
    const seen = tools.find(({ gameId }) => gameId === game.id)?.reads ?? [];
    const answer = await office.call(shareNames, { params, body: { gameId: game.id, words, seen } });
    expect(answer.status).toBe(200);
    return office;
  }

  async function aClient(clientId: string): Promise<openid.Configuration> {
    // oxlint-disable-next-line typescript/no-deprecated -- the portal of tests has no certificate
    const execute = [openid.allowInsecureRequests];
    const found = await openid.discovery(new URL(publicUrl), clientId, undefined, openid.None(), {
      execute,
      [openid.customFetch]: fetchFrom(portal()),
    });
    return found;
  }

  /** A login as the library makes it: its address, the calls of the portal's pages, its callback. */
  async function logInByLibrary({ game, browser }: Pick<StaffTool, "game" | "browser">, scope = "openid profile email") {
    const client = await aClient(String(game.id));
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()];
    const address = openid.buildAuthorizationUrl(client, {
      redirect_uri: webCallback,
      scope,
      state: expectedState,
      nonce: expectedNonce,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
    });
    const asked = readGameRequest(Object.fromEntries(address.searchParams));
    const { state, clientCode, nonce } = asked;
    const answer = await askHandOver(browser, game, { query: { state, clientCode, nonce, ...readScope(asked.scope) } });
    const { deeplinkUrl } = finishGameLogin.response.parse(answer.body);
    const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true };
    const tokens = await openid.authorizationCodeGrant(client, new URL(deeplinkUrl), checks);
    const claims = tokens.claims();
    if (claims === undefined) throw new Error("There is no ID token.");
    return { client, tokens, claims, nonce: expectedNonce };
  }

  const askUserinfo = (token: string) => portal().app.inject({ url: endpointUrl(getUserinfo), headers: bearing(token) });

  return { aStaffTool, share, logInByLibrary, askUserinfo };
}

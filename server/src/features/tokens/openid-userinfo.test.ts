/** Userinfo, and the school's consent to names (OpenID Connect Core, section 5.3). */
import * as openid from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { editOrganization, getOrganization } from "@storyport/contract/organizations";
import { endpointUrl } from "@storyport/contract/endpoint";
import { getUserinfo, narrowScope, postUserinfo, tokenAnswer } from "@storyport/contract/tokens";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aSession, anAdministrator } from "#test/builders.ts";
import { handOver, postJson, postToken, redemptionOf } from "#test/oauth-client.ts";
import { bearing, createStaffTools } from "#test/staff-tools.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

const { aStaffTool, logInByLibrary, askUserinfo } = createStaffTools(() => portal);

describe("userinfo", () => {
  test("answers GET and POST, to any origin", async () => {
    const { tokens, claims } = await logInByLibrary(await aStaffTool());
    const get = await askUserinfo(tokens.access_token);
    const post = await portal.app.inject({ method: "POST", url: endpointUrl(postUserinfo), headers: bearing(tokens.access_token) });
    for (const answer of [get, post]) {
      expect(answer.json()).toEqual({ sub: claims.sub });
      expect(answer.headers).toMatchObject({ "access-control-allow-origin": "*", "cache-control": "no-store" });
    }
  });

  test("refuses without a token, with a wrong one, and after the family has ended (errors.accessTokenInvalid)", async () => {
    const tool = await aStaffTool();
    const { client, tokens } = await logInByLibrary(tool);
    expect((await portal.app.inject({ url: endpointUrl(getUserinfo) })).statusCode).toBe(401);
    expect((await askUserinfo("wrong")).headers["www-authenticate"]).toMatch(/^Bearer/);
    await openid.tokenRevocation(client, tokens.refresh_token ?? "");
    expect((await askUserinfo(tokens.access_token)).json()).toMatchObject({ code: "errors.accessTokenInvalid" });
  });

  test("refuses a token that was narrowed (errors.scopeNotHeld)", async () => {
    const { tokens } = await logInByLibrary(await aStaffTool({ shares: true }));
    const { body } = await postJson(portal, endpointUrl(narrowScope), { scope: "PLAYER", accessToken: tokens.access_token });
    const answer = await askUserinfo(narrowScope.response.parse(body).accessToken);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: "errors.scopeNotHeld" });
    expect((await askUserinfo(tokens.access_token)).statusCode).toBe(200);
  });

  test("refuses a login that did not ask for openid (errors.scopeNotHeld)", async () => {
    const { game, browser } = await aStaffTool();
    const answer = await postToken(portal, redemptionOf(await handOver(browser, game)));
    const { access_token: token, id_token: idToken } = tokenAnswer.parse(answer.body);
    expect(idToken).toBeUndefined();
    expect((await askUserinfo(token)).statusCode).toBe(403);
  });
});

describe("the school's consent", () => {
  test("is shown at the organization, survives a change of its games, and needs a game that it has (errors.gameUnknown)", async () => {
    const tool = await aStaffTool({ shares: true });
    const admin = await aSession(portal, await anAdministrator(portal), { loginType: "PASSWORD" });
    const params = { organizationId: tool.organization.id };
    const edit = async (body: Record<string, unknown>) => {
      const { version } = getOrganization.response.parse((await admin.call(getOrganization, { params })).body);
      return admin.call(editOrganization, { params, body: { version, ...body } });
    };
    const kept = await edit({ gameIds: [tool.game.id] });
    expect(kept.body).toMatchObject({ games: [{ gameId: tool.game.id, isOpenid: true, sharesNames: true }] });
    expect((await edit({ nameSharingGameIds: [999_999] })).body).toMatchObject({ code: "errors.gameUnknown" });
    expect((await edit({ nameSharingGameIds: [] })).body).toMatchObject({ games: [{ sharesNames: false }] });
  });
});

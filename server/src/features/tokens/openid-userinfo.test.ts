/** Userinfo, and the school's consent to names (OpenID Connect Core, section 5.3). */
import * as openid from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpointUrl } from "@storyport/contract/endpoint";
import { getUserinfo, narrowScope, postUserinfo, tokenAnswer } from "@storyport/contract/tokens";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
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

  test("answers a post of an empty form, as some libraries send it", async () => {
    const { tokens, claims } = await logInByLibrary(await aStaffTool());
    const headers = { ...bearing(tokens.access_token), "content-type": "application/x-www-form-urlencoded" };
    const answer = await portal.app.inject({ method: "POST", url: endpointUrl(postUserinfo), headers, payload: "" });
    expect(answer.json()).toEqual({ sub: claims.sub });
  });

  test("says in its challenge and its body what is wrong with the token (RFC 6750, section 3), and pages of any origin may read it", async () => {
    const { tokens } = await logInByLibrary(await aStaffTool());
    const { body } = await postJson(portal, endpointUrl(narrowScope), { scope: "PLAYER", accessToken: tokens.access_token });
    const narrowed = narrowScope.response.parse(body).accessToken;
    const realm = `Bearer realm="${publicUrl}"`;
    const causesOf = async (headers: Record<string, string>) => {
      const answer = await portal.app.inject({ url: endpointUrl(getUserinfo), headers });
      expect(answer.headers["access-control-expose-headers"]).toContain("www-authenticate");
      return [answer.headers["www-authenticate"], answer.json<{ error?: string }>().error];
    };
    expect(await causesOf({})).toEqual([realm, undefined]);
    expect(await causesOf({ authorization: "Basic eDp5" })).toEqual([realm, undefined]);
    expect(await causesOf(bearing("wrong"))).toEqual([`${realm}, error="invalid_token"`, "invalid_token"]);
    const needed = `scope="openid USERGROUP"`;
    expect(await causesOf(bearing(narrowed))).toEqual([`${realm}, error="insufficient_scope", ${needed}`, "insufficient_scope"]);
    expect(await causesOf(bearing(tokens.access_token))).toEqual([undefined, undefined]);
  });

  test("refuses without a token, with a wrong one, and after the family has ended (errors.accessTokenInvalid)", async () => {
    const tool = await aStaffTool();
    const { client, tokens } = await logInByLibrary(tool);
    const without = await portal.app.inject({ url: endpointUrl(getUserinfo) });
    expect([without.statusCode, without.json()]).toEqual([
      401,
      { message: "The access token is not valid.", code: "errors.accessTokenInvalid", requestId: expect.any(String) },
    ]);
    expect((await askUserinfo("wrong")).json()).toMatchObject({ code: "errors.accessTokenInvalid" });
    await openid.tokenRevocation(client, tokens.refresh_token ?? "");
    expect((await askUserinfo(tokens.access_token)).json()).toMatchObject({ code: "errors.accessTokenInvalid" });
  });

  test("refuses a token that was narrowed (errors.scopeInsufficient)", async () => {
    const { tokens } = await logInByLibrary(await aStaffTool({ shares: true }));
    const { body } = await postJson(portal, endpointUrl(narrowScope), { scope: "PLAYER", accessToken: tokens.access_token });
    const answer = await askUserinfo(narrowScope.response.parse(body).accessToken);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: "errors.scopeInsufficient" });
    expect((await askUserinfo(tokens.access_token)).statusCode).toBe(200);
  });

  test("refuses a login that did not ask for openid, and says that it needs openid (errors.scopeInsufficient)", async () => {
    const { game, browser } = await aStaffTool();
    const answer = await postToken(portal, redemptionOf(await handOver(browser, game)));
    const { access_token: token, id_token: idToken } = tokenAnswer.parse(answer.body);
    expect(idToken).toBeUndefined();
    const refused = await askUserinfo(token);
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      expect.objectContaining({ error: "insufficient_scope", error_description: expect.stringContaining("userinfo needs openid") }),
    ]);
    expect(refused.headers["www-authenticate"]).toBe(`Bearer realm="${publicUrl}", error="insufficient_scope", scope="openid"`);
  });
});

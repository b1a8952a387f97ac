/** Apple returns by a POST from its own site, and browsers send no Lax cookies with it. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { receiveLogins } from "@storyport/contract/federated-login";
import { validateAuth } from "@storyport/contract/login";
import { aConnectedTeacher, begin, buildFederatedPortal, locationOf } from "#test/federated-login.ts";
import type { FederatedPortal } from "#test/federated-login.ts";

let portal: FederatedPortal;
beforeAll(async () => {
  portal = await buildFederatedPortal();
});
afterAll(() => portal.close());
beforeEach(() => portal.identities.behave());

const url = "/api/auth/apple/callback";

/** Posts as a browser does from another site, without Lax cookies. */
function post(fields: Record<string, string>) {
  return portal.browser().send({
    method: "POST",
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: "https://appleid.apple.com",
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
    },
  });
}

test("the form redirects to a GET that carries the cookies, and the login succeeds", async () => {
  expect(receiveLogins.APPLE?.path).toBe("apple/callback");
  const { account, person } = await aConnectedTeacher(portal, { provider: "APPLE" });
  const browser = portal.browser();
  const user = JSON.stringify({ name: { firstName: "Kari", lastName: "Unmistakable" }, email: "kari@mail.example" });
  const posted = await post({ ...portal.identities.consent(await begin(browser, "APPLE"), person), user, id_token: "x" });
  expect(posted.status).toBe(303);
  const { pathname, searchParams } = new URL(locationOf(posted), "http://localhost");
  expect(pathname).toBe(url);
  expect([...searchParams.keys()].toSorted(), "no name in an address").toEqual(["code", "iss", "state"]);
  expect(posted.headers["set-cookie"]).toBeUndefined();
  const answer = await browser.send({ method: "GET", url: locationOf(posted), headers: { "sec-fetch-site": "cross-site" } });
  expect(locationOf(answer)).toBe("/post-login");
  expect((await browser.call(validateAuth)).body).toMatchObject({ accountId: account.id, loginType: "APPLE" });
});

test("a refusal by Apple is redirected too, with its state and code alone", async () => {
  const posted = await post({ state: "s".repeat(43), error: "user_cancelled_authorize", error_description: "<script>" });
  expect(locationOf(posted)).toBe(`${url}?state=${"s".repeat(43)}&error=user_cancelled_authorize`);
});

test("the post itself changes nothing: the login can still be finished", async () => {
  const { person } = await aConnectedTeacher(portal, { provider: "APPLE" });
  const browser = portal.browser();
  const query = portal.identities.consent(await begin(browser, "APPLE"), person);
  for (let count = 0; count < 3; count++) await post(query);
  const used = await portal.context.database.selectFrom("login_transactions").select("digest").where("used_at", "is not", null).execute();
  const answer = await browser.send({ method: "GET", url: locationOf(await post(query)) });
  expect(locationOf(answer)).toBe("/post-login");
  const after = await portal.context.database.selectFrom("login_transactions").select("digest").where("used_at", "is not", null).execute();
  expect(after).toHaveLength(used.length + 1);
});

test.each(["state=a&state=b", "state=%00", `code=${"c".repeat(5000)}`, "__proto__=1&state=%ED%A0%80"])(
  "the hostile form %# leads to a page, never to JSON",
  async (payload) => {
    const answer = await portal.browser().send({
      method: "POST",
      url,
      payload,
      headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" },
    });
    expect(answer.status).toBe(303);
    expect(locationOf(answer)).toMatch(/^\/(login\?error=errors\.\w+|api\/auth\/apple\/callback)/);
    expect(answer.text).toBe("");
  },
);

test("no other provider's callback accepts a POST", async () => {
  for (const other of ["feide", "google"]) {
    const answer = await portal.browser().postForm(`/api/auth/${other}/callback`, { state: "s" });
    expect(answer.status).toBe(404);
  }
});

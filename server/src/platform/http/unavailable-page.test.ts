/** The page that people get while the database is away or the portal is maintained (needs the built web app). */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { switchOff, switchOn } from "#/admin/maintenance.ts";
import { aPassword, aTeacher, logIn } from "#test/builders.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Answer, Browser } from "#test/browser.ts";
import { createCuttableProxy } from "#test/cuttable-proxy.ts";
import { buildFederatedPortal } from "#test/federated-login.ts";
import { isEmbedded } from "#test/test-store.ts";

const headingOf = ({ text }: Answer) => /<h1[^>]*>([^<]*)/.exec(text)?.[1];
const refreshOf = ({ text }: Answer) => /<noscript><meta http-equiv="refresh" content="(\d+); url=[^"]+"><\/noscript>/.exec(text)?.[1];
const fieldsIn = ({ text }: Answer) =>
  Object.fromEntries([...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]));
const get = (browser: Browser, url: string, headers: Record<string, string> = {}): Promise<Answer> =>
  browser.send({ method: "GET", url, headers });

describe.skipIf(isEmbedded)("while PostgreSQL is away", () => {
  const proxy = createCuttableProxy();
  let portal: TestPortal;
  let email: string;
  let known: Browser;
  beforeAll(async () => {
    portal = await buildFederatedPortal({}, { throughDatabase: proxy.through, withPages: true });
    const { account } = await aTeacher(portal);
    email = account.email;
    known = await logIn(portal.browser(), account);
  });
  afterEach(() => proxy.restore());

  /** A portal knows for two seconds that its database answered. */
  async function cut(): Promise<void> {
    proxy.cut();
    await vi.waitUntil(async () => (await get(portal.browser(), "/login")).status === 503, { timeout: 20_000 });
  }

  afterAll(async () => {
    await portal.close();
    await proxy.close();
  });

  test.each(["/login", "/login/password", "/users/me", "/player-groups", "/"])(
    "%s is our page with 503, a link that asks again, and Retry-After",
    async (url) => {
      const browser = url.startsWith("/login") ? portal.browser() : known;
      await cut();
      const answer = await get(browser, url);
      expect(answer.status).toBe(503);
      expect(answer.headers["content-type"]).toContain("text/html");
      expect(headingOf(answer)).toBe("Sorry, the portal is not available right now");
      expect(answer.text).toContain("Try again</span></a>");
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
      expect(answer.headers["cache-control"]).toBe("no-store");
      proxy.restore();
      const again = /<a href="([^"]*)" class="[^"]*"><span>Try again/.exec(answer.text)?.[1]?.replaceAll("&amp;", "&") ?? "none";
      expect((await get(browser, again)).status).toBeLessThan(400);
    },
  );

  test.each([
    ["nb", "Portalen er dessverre ikke tilgjengelig akkurat nå"],
    ["nn", "Portalen er diverre ikkje tilgjengeleg akkurat no"],
    ["fr", "Désolé, le portail est indisponible pour le moment"],
    ["nl", "Het portaal is nu helaas niet beschikbaar"],
    ["pt-BR", "O portal não está disponível agora"],
  ])("it speaks %s by Accept-Language, and by the cookie before that", async (language, heading) => {
    await cut();
    expect(headingOf(await get(portal.browser(), "/login", { "accept-language": language }))).toBe(heading);
    expect(headingOf(await get(portal.browser(), "/login", { "accept-language": "en", cookie: `language=${language}` }))).toBe(heading);
  });

  test("without script the page asks again after 5, 10, 20, 40, and then every 60 seconds", async () => {
    await cut();
    const browser = portal.browser();
    const waits: (string | undefined)[] = [];
    for (let tries = 0; tries < 6; tries++) waits.push(refreshOf(await get(browser, "/login")));
    expect(waits).toEqual(["5", "10", "20", "40", "60", "60"]);
    proxy.restore();
    expect(refreshOf(await get(browser, "/login"))).toBeUndefined();
  });

  test("a form without a secret comes back without script with all that was typed, and is sent again", async () => {
    await cut();
    const away = await portal.browser().postForm("/api/auth/pw/reset-password-by-email", { email });
    expect(away.status).toBe(503);
    expect(headingOf(away)).toBe("Sorry, the portal is not available right now");
    expect(fieldsIn(away)).toEqual({ email });
    expect(away.text).toMatch(/<form [^>]*action="\/api\/auth\/pw\/reset-password-by-email" method="post"/);
    expect(refreshOf(away)).toBeUndefined();
    expect(away.headers["cache-control"]).toBe("no-store");
    expect(String(away.headers["content-security-policy"])).toContain("form-action 'self'");
    proxy.restore();
    expect((await portal.browser().postForm("/api/auth/pw/reset-password-by-email", { email })).status).toBe(303);
  });

  test("a password never comes back: the link leads to its form, which still knows the email", async () => {
    await cut();
    const browser = portal.browser();
    const away = await browser.postForm("/api/auth/pw/login", { email, password: aPassword, deviceName: "x" });
    expect(away.status).toBe(503);
    expect(away.text).not.toContain(aPassword);
    expect(JSON.stringify(away.headers)).not.toContain(aPassword);
    expect(fieldsIn(away)).toEqual({});
    expect(away.text).toContain('href="/login/password"');
    expect(refreshOf(away)).toBe("5");
    expect(away.text).toContain('content="5; url=/login/password"');
    proxy.restore();
    const again = await get(browser, "/login/password");
    expect(again.status).toBe(200);
    expect(again.text).toContain(`value="${email}"`);
  });

  test("the proof of a mailed link never comes back: it waits in a cookie for the page of its form", async () => {
    await cut();
    const [token, password] = ["a".repeat(43), "Lighthouse-Beam-8"];
    const browser = portal.browser();
    const away = await browser.postForm("/api/auth/new-user-password", { email, password, token, gameId: "7" });
    expect(away.status).toBe(503);
    for (const secret of [token, password]) expect(away.text).not.toContain(secret);
    expect(away.text).toContain('href="/new-user-password?gameId=7"');
    const [proof] = [away.headers["set-cookie"] ?? []].flat().filter((line) => line.includes(token));
    expect(proof).toMatch(/; Path=\/new-user-password; HttpOnly; (Secure; )?SameSite=Strict$/);
  });

  test("a form that another site sent is refused, and nothing of it comes back", async () => {
    await cut();
    const answer = await portal.browser().send({
      method: "POST",
      url: "/api/auth/pw/login",
      payload: "email=a%40school.example&password=planted-text",
      headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" },
    });
    expect(answer.status).toBe(403);
    expect(answer.text).not.toContain("planted-text");
  });

  test("the way to a provider is our page too, whose link goes the same way", async () => {
    await cut();
    for (const url of ["/api/auth/feide/start?deviceName=a+test", "/api/auth/google/start"]) {
      const answer = await get(portal.browser(), url, { "sec-fetch-mode": "navigate" });
      expect(answer.status, answer.text).toBe(503);
      expect(headingOf(answer)).toBe("Sorry, the portal is not available right now");
      expect(answer.text).toContain(`href="${url.replaceAll("&", "&amp;")}"`);
      expect(refreshOf(answer)).toBe("5");
    }
  });

  test("calls of scripts get the error code, not the page", async () => {
    await cut();
    const answer = await known.send({ method: "GET", url: "/api/auth/auth/validate-auth" });
    expect(answer).toMatchObject({ status: 503, body: { code: "errors.unavailable" } });
  });
});

describe("while the portal is maintained", () => {
  let portal: TestPortal;
  let known: Browser;
  beforeAll(async () => {
    portal = await buildTestPortal({}, { withPages: true });
    known = await logIn(portal.browser(), (await aTeacher(portal)).account);
    await switchOn(portal.context.database, 30);
    await vi.waitUntil(async () => (await get(portal.browser(), "/login")).status === 503, { timeout: 20_000 });
  });
  afterAll(async () => {
    await switchOff(portal.context.database);
    await portal.close();
  });

  test.each(["/login", "/login/qr?code=x", "/login/password", "/forgot-password", "/account/request-deletion"])(
    "%s says so before anything is typed, and when it should end",
    async (url) => {
      const answer = await get(portal.browser(), url);
      expect(answer.status).toBe(503);
      expect(headingOf(answer)).toBe("The portal is being maintained");
      expect(answer.text).toMatch(/Logging in and saving should work again in (29|30) minutes\./);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(1700);
    },
  );

  test("pages that only show something work as before", async () => {
    expect((await get(known, "/users/me")).status).toBe(200);
    expect((await get(portal.browser(), "/logout")).status).toBe(200);
  });

  test("a form that was open before comes back with all that was typed, without a password", async () => {
    const email = "a@school.example";
    const asked = await portal.browser().postForm("/api/auth/pw/reset-password-by-email", { email });
    expect(asked.status).toBe(503);
    expect(headingOf(asked)).toBe("The portal is being maintained");
    expect(fieldsIn(asked)).toEqual({ email });
    const away = await portal.browser().postForm("/api/auth/pw/login", { email, password: aPassword, deviceName: "x" });
    expect(headingOf(away)).toBe("The portal is being maintained");
    expect(away.text).not.toContain(aPassword);
  });
});

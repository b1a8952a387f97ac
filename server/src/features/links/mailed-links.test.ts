/** Promises for every mailed link: scanners, poisoned headers, wrong and odd addresses (DESIGN 8.6, A14). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestUserDeletion } from "@storyport/contract/accounts";
import { activateAccount, requestPasswordReset, setPassword } from "@storyport/contract/passwords";
import { buildTestPortal, publicUrl } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { anAccount } from "#test/builders.ts";
import { askForDeletion, askForReset } from "#test/mailed-links.ts";
import { aClass, badgesOf, codeOn, scan } from "#test/school-class.ts";

let portal: TestPortal;
beforeAll(async () => {
  // The callers count as our proxies, because even a proxy must not choose the host of a link.
  portal = await buildTestPortal({ TRUSTED_PROXIES: "127.0.0.1" }, { withPages: true });
});
afterAll(() => portal.close());

const password = "Quiet-Harbour-52";

/** The kinds of links, each with its account, the call that uses it and the call that requests it. */
const kinds = {
  "a reset link": {
    ask: async () => {
      const { email } = await anAccount(portal);
      return { email, token: await askForReset(portal, email) };
    },
    use: (email: string, token: string) => portal.browser().call(setPassword, { body: { email, token, password } }),
    asking: requestPasswordReset,
    status: "ACTIVE",
  },
  "an activation link": {
    ask: async () => {
      const { email } = await anAccount(portal, { status: "CREATED", password: null });
      return { email, token: await askForReset(portal, email) };
    },
    use: (email: string, token: string) => portal.browser().call(activateAccount, { body: { email, token, password, gameId: 1 } }),
    asking: requestPasswordReset,
    status: "CREATED",
  },
  "a deletion link": {
    ask: async () => {
      const { email } = await anAccount(portal);
      return { email, token: await askForDeletion(portal, email) };
    },
    use: (email: string, token: string) => portal.browser().call(requestUserDeletion, { body: { email, token } }),
    asking: requestUserDeletion,
    status: "ACTIVE",
  },
} as const;

const linksIn = (email: string): string[] => {
  const letters = portal.mailbox.lettersTo(email);
  return letters.flatMap(({ text, html }) => [...`${text} ${html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([url]) => url));
};

describe.each(Object.entries(kinds))("%s", (_, { ask, use, asking, status }) => {
  test("still works after a mail scanner has fetched every link of its letter twenty times", async () => {
    const { email, token } = await ask();
    const urls = [...linksIn(email).map((url) => url.slice(publicUrl.length)), ...checksOf(token)];
    expect(urls.length).toBeGreaterThanOrEqual(3);
    for (let count = 0; count < 20; count++) {
      for (const url of urls) {
        const answer = await portal.app.inject({ method: count % 2 === 0 ? "GET" : "HEAD", url, headers: { "user-agent": "Scanner" } });
        expect(answer.statusCode, url).toBeLessThan(500);
      }
    }
    expect((await use(email, token)).status).toBe(200);
  });

  test("ends with the fifth wrong e-mail address; four leave it valid", async () => {
    const [four, five] = [await ask(), await ask()];
    for (let count = 0; count < 4; count++) expect((await use("x@school.example", four.token)).status).toBe(403);
    expect((await use(four.email, four.token)).status).toBe(200);
    for (let count = 0; count < 5; count++) expect((await use("x@school.example", five.token)).status).toBe(403);
    expect((await use(five.email, five.token)).status).toBe(410);
    const { database } = portal.context;
    expect(await database.selectFrom("accounts").select("status").where("email", "=", five.email).execute()).toEqual([{ status }]);
  });

  test("accepts its address in full-width characters and capitals, and refuses a second line or address", async () => {
    const { email, token } = await ask();
    const attacks = [
      `${email}\r\nBcc: x@attacker.example`,
      `${email}\nx`,
      `${email},x@attacker.example`,
      `${email}；x@attacker.example`,
      `${email}\u2028x`,
    ];
    for (const attack of attacks) expect((await use(attack, token)).status, JSON.stringify(attack)).toBe(400);
    expect((await use(email.toUpperCase().replace("@", "＠").replace(".", "．"), token)).status).toBe(200);
    await portal.sendLetters();
    expect(portal.mailbox.letters.every(({ to }) => !to.includes("attacker"))).toBe(true);
  });

  test.each<Record<string, string>>([
    { host: "attacker.example" },
    { host: "localhost:3000@attacker.example" },
    { "x-forwarded-host": "attacker.example", "x-forwarded-proto": "https" },
    { forwarded: "for=1.2.3.4;host=attacker.example;proto=https" },
    { "x-original-url": "https://attacker.example/", "x-host": "attacker.example" },
  ])("leads to PUBLIC_URL whatever host the request named: %j", async (headers) => {
    const { email } = await anAccount(portal, status === "CREATED" ? { status, password: null } : {});
    const answer = await portal.browser().call(asking, { body: { email }, headers });
    expect(answer.status).toBe(200);
    await portal.sendLetters();
    const links = linksIn(email);
    expect(links.length).toBeGreaterThanOrEqual(2);
    for (const link of links) expect(link.startsWith(`${publicUrl}/account/`), link).toBe(true);
    expect(JSON.stringify(portal.mailbox.lettersTo(email))).not.toContain("attacker");
  });
});

/** The checks that games' pages make with a link, and guesses that a scanner might make. */
function checksOf(token: string): string[] {
  return [`/api/auth/new-user-password/1/${token}`, `/api/auth/user/deletion/1/${token}`, `/new-user-password?gameId=1&code=${token}`];
}

test("fetching a badge's link twenty times begins no session, and the link stays valid", async () => {
  const school = await aClass(portal);
  const [badge] = await badgesOf(school);
  const code = codeOn(badge);
  for (let count = 0; count < 20; count++) {
    for (const url of [`/login/qr?code=${code}`, `/api/auth/qr/login?code=${code}`]) {
      const answer = await portal.app.inject({ method: "GET", url, headers: { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" } });
      expect(answer.cookies.map(({ name }) => name)).not.toContain("session");
    }
  }
  const { database } = portal.context;
  const sessions = database
    .selectFrom("sessions")
    .select("digest")
    .where("account_id", "=", badge?.userId ?? "");
  expect(await sessions.execute()).toEqual([]);
  expect((await scan(portal.browser(), code)).status).toBe(200);
});

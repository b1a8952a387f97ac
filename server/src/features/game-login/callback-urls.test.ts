import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import type { Browser } from "#test/browser.ts";
import { aGame, aSession, aTeacher } from "#test/builders.ts";
import { askHandOver, handOver } from "#test/oauth-client.ts";

const callbacks = [
  { url: "https://game.example/callback", kind: "WEB" as const },
  { url: "https://game.example/start?edition=no&note=a%20b", kind: "WEB" as const },
  { url: "http://127.0.0.1/callback", kind: "LOOPBACK" as const },
  { url: "http://[::1]/callback", kind: "LOOPBACK" as const },
  { url: "org.example.game:/login", kind: "APP" as const },
];

/** Addresses that nearly equal a callback above. Each must be refused. */
const strangers = [
  // other sites that begin or end like ours
  "https://game.example.evil.test/callback",
  "https://evil.test/game.example/callback",
  "https://evil-game.example/callback",
  "https://sub.game.example/callback",
  "https://game.example/callback.evil.test",
  "https://game.examp1e/callback",
  "https://game.example./callback",
  "https://gаme.example/callback",
  "https://xn--gme-5cd.example/callback",
  "https://ｇame.example/callback",
  "https://game。example/callback",
  // the same site, another address
  "https://game.example",
  "https://game.example/",
  "https://game.example/callback/",
  "https://game.example/callback/more",
  "https://game.example//callback",
  "https://game.example/Callback",
  "https://game.example/callbac",
  "https://game.example/callback?",
  "https://game.example/callback?next=1",
  "https://game.example/callback#",
  "https://game.example/callback#fragment",
  "https://game.example/callback;a=b",
  "https://game.example/start?edition=no",
  "https://game.example/start?note=a%20b&edition=no",
  "https://game.example/start?edition=no&note=a+b",
  "https://game.example/start?edition=no&note=a%20b&more=1",
  // letter case, ports, schemes
  "HTTPS://game.example/callback",
  "https://GAME.example/callback",
  "https://game.example:443/callback",
  "https://game.example:8443/callback",
  "http://game.example/callback",
  "//game.example/callback",
  "game.example/callback",
  "/callback",
  // encodings and traversals
  "https://game.example/%63allback",
  "https://game.example/callback%2f",
  "https://game.example/callback%00",
  "https://game.example/callback%0d%0aLocation:%20https://evil.test",
  "https://game.example/a/../callback",
  "https://game.example/./callback",
  "https://game.example/callback/../callback",
  "https://game.example/callback/%2e%2e/callback",
  "https://game.example\\callback",
  "https:\\\\game.example\\callback",
  "https:game.example/callback",
  " https://game.example/callback",
  "https://game.example/callback ",
  "https://game.example/call\tback",
  "https://game.example/callback\n",
  "\u0001https://game.example/callback",
  "https://game.example/callback\u200b",
  // names and passwords
  "https://game.example@evil.test/callback",
  "https://user@game.example/callback",
  "https://user:pass@game.example/callback",
  "https://evil.test\\@game.example/callback",
  "https://evil.test#@game.example/callback",
  // schemes that run or read
  "javascript:alert(1)",
  "javascript://game.example/callback%0aalert(1)",
  "data:text/html,callback",
  "vbscript:msgbox(1)",
  "file:///callback",
  "blob:https://game.example/callback",
  // near misses of the app's own scheme
  "org.example.game:/Login",
  "org.example.game:/login/more",
  "org.example.game://login",
  "org.example.game:///login",
  "org.example.game:/login?x=1",
  "org.example.game:/login#x",
  "ORG.example.game:/login",
  "org.example.game2:/login",
  "com.evil:/login",
  // loopback: any port, but every other part must match
  "http://127.0.0.1:0/callback",
  "http://127.0.0.1:65536/callback",
  "http://127.0.0.1:99999/callback",
  "http://127.0.0.1:08080/callback",
  "http://127.0.0.1:080/callback",
  "http://127.0.0.1:+80/callback",
  "http://127.0.0.1:8080x/callback",
  "http://127.0.0.1:/callback",
  "http://127.0.0.1:8080",
  "http://127.0.0.1:8080/",
  "http://127.0.0.1:8080/callback/",
  "http://127.0.0.1:8080/callback?x=1",
  "http://127.0.0.1:8080/callback#x",
  "http://127.0.0.1:8080\\callback",
  "http://127.0.0.1:8080@evil.test/callback",
  "http://127.0.0.1@evil.test:8080/callback",
  "http://127.0.0.1:8080.evil.test/callback",
  "http://127.0.0.1.evil.test:8080/callback",
  "http://127.0.0.2:8080/callback",
  "http://127.1:8080/callback",
  "http://2130706433:8080/callback",
  "http://0x7f.0.0.1:8080/callback",
  "http://0.0.0.0:8080/callback",
  "http://localhost:8080/callback",
  "https://127.0.0.1:8080/callback",
  "HTTP://127.0.0.1:8080/callback",
  "http://[::1]:0/callback",
  "http://[::1]:65536/callback",
  "http://[0:0:0:0:0:0:0:1]:8080/callback",
  "http://[::ffff:127.0.0.1]:8080/callback",
  "http://[::1%25lo]:8080/callback",
  "http://::1:8080/callback",
];

let portal: TestPortal;
let browser: Browser;
let game: { id: number };
let otherGame: { id: number };

beforeAll(async () => {
  portal = await buildTestPortal();
  const teacher = await aTeacher(portal, { game: { callbacks } });
  ({ game } = teacher);
  otherGame = await aGame(portal, { callbacks: [{ url: "https://other.example/callback", kind: "WEB" }] });
  await portal.context.database
    .insertInto("organization_games")
    .values({ organization_id: teacher.organization.id, game_id: otherGame.id })
    .execute();
  browser = await aSession(portal, teacher.account, { loginType: "PASSWORD", organizationId: teacher.organization.id });
});
afterAll(() => portal.close());

async function codesMade(): Promise<number> {
  const { count } = await portal.context.database
    .selectFrom("game_codes")
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

describe("a callbackUrl is compared exactly, never by pattern (DESIGN A17)", () => {
  test(`none of ${strangers.length} nearly registered addresses is accepted, and none gets a code`, async () => {
    const before = await codesMade();
    const taken: string[] = [];
    for (const deeplink of strangers) {
      const { status, body } = await askHandOver(browser, game, { query: { deeplink } });
      const code = typeof body === "object" && body !== null && "code" in body ? body.code : undefined;
      if (status !== 400 || (code !== "errors.callbackUrlNotRegistered" && code !== "errors.invalidInput"))
        taken.push(`${status} ${deeplink}`);
    }
    expect(taken).toEqual([]);
    expect(await codesMade()).toBe(before);
  });

  test.each(callbacks.map(({ url }) => url))("the registered %s is accepted", async (deeplink) => {
    const { deeplinkUrl } = await handOver(browser, game, { deeplink });
    expect(deeplinkUrl.protocol).toBe(new URL(deeplink).protocol);
    expect(deeplinkUrl.pathname).toBe(new URL(deeplink).pathname);
    expect(deeplinkUrl.host).toBe(new URL(deeplink).host);
  });

  test.each([1, 80, 1024, 49_152, 65_535])("a loopback address may choose port %i", async (port) => {
    for (const host of ["127.0.0.1", "[::1]"]) {
      const { deeplinkUrl } = await handOver(browser, game, { deeplink: `http://${host}:${port}/callback` });
      expect(deeplinkUrl.hostname).toBe(host);
      expect(deeplinkUrl.port).toBe(port === 80 ? "" : String(port));
    }
  });

  test("another game's callback is refused, even if the account may open both games", async () => {
    const { status, body } = await askHandOver(browser, game, { query: { deeplink: "https://other.example/callback" } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "errors.callbackUrlNotRegistered" });
    const back = await askHandOver(browser, otherGame, { query: { deeplink: "https://game.example/callback" } });
    expect(back.body).toMatchObject({ code: "errors.callbackUrlNotRegistered" });
    expect((await askHandOver(browser, otherGame, { query: { deeplink: "https://other.example/callback" } })).status).toBe(200);
  });

  test("a game without a registered callback cannot be handed over to", async () => {
    const { account, organization, game: lonely } = await aTeacher(portal, { game: { callbacks: [] } });
    const own = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
    expect((await askHandOver(own, lonely)).body).toMatchObject({ code: "errors.callbackUrlNotRegistered" });
  });

  test("the callback's own query is kept beside code, state and iss", async () => {
    const { deeplinkUrl } = await handOver(browser, game, { deeplink: "https://game.example/start?edition=no&note=a%20b" });
    expect([...deeplinkUrl.searchParams.keys()].toSorted()).toEqual(["code", "edition", "iss", "note", "state"]);
    expect(deeplinkUrl.searchParams.get("edition")).toBe("no");
    expect(deeplinkUrl.searchParams.get("note")).toBe("a b");
  });

  test("an address longer than 1024 characters is refused", async () => {
    const { status } = await askHandOver(browser, game, { query: { deeplink: `https://game.example/${"a".repeat(1024)}` } });
    expect(status).toBe(400);
  });
});

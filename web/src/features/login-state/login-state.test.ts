import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createBrowserCurrentChoice, parseChoice } from "./current-choice.ts";
import { watchLoginState } from "./login-state-watch.ts";
import { createBrowserLoginState, createServerLoginState, handOverKey, parseState } from "./login-state.ts";

const gameOne = { gameId: "1", state: "s1", clientCode: "c1", callbackUrl: "https://one.test/cb" };
const gameTwo = { gameId: "4", state: "s4", clientCode: "c4", callbackUrl: "https://two.test/cb" };
const cookieOf = (state: object) => `login-state=${encodeURIComponent(JSON.stringify(state))}`;

/** One browser: all tabs share the cookie jar, each has its own session storage. */
function aBrowser(protocol: "http:" | "https:" = "http:") {
  const jar = new Map<string, string>();
  const written: string[] = [];
  const document = {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    },
    set cookie(line: string) {
      written.push(line);
      const [pair = "", ...attributes] = line.split("; ");
      const [name = "", value = ""] = pair.split("=");
      if (attributes.includes("Max-Age=0")) jar.delete(name);
      else jar.set(name, value);
    },
  };
  vi.stubGlobal("document", document);
  vi.stubGlobal("location", { protocol });
  const aTab = () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
    return { kept, enter: () => vi.stubGlobal("sessionStorage", storage) };
  };
  return { document, written, aTab };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("garbage never blocks a login", () => {
  test("a forged cookie never throws, and never yields anything but a login state", () => {
    const known = [
      "orgId",
      "gameId",
      "scope",
      "state",
      "clientCode",
      "loginType",
      "callbackUrl",
      "postLoginPage",
      "qrCode",
      "loggedInToken",
    ];
    const forged = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.json(),
      fc.json().map(encodeURIComponent),
      fc.object({ key: fc.constantFrom(...known, "__proto__", "constructor") }).map((value) => encodeURIComponent(JSON.stringify(value))),
    );
    fc.assert(
      fc.property(forged, (raw) => {
        const state = parseState(raw);
        expect(known).toEqual(expect.arrayContaining(Object.keys(state)));
        for (const member of Object.values(state)) expect(typeof member).toBe("string");
        expect(createServerLoginState(`login-state=${raw}; user=x`, () => undefined).read()).toBeTypeOf("object");
        expect(Object.getPrototypeOf(state)).toBe(Object.prototype);
      }),
      { numRuns: 200 },
    );
  });

  test.each(["%", "%ZZ", "null", "[]", "7", "{", "%7B", '{"gameId":7}', '{"state":{"a":1}}', '{"__proto__":{"gameId":"1"}}', "\u0000"])(
    "%j is an empty state",
    (raw) => expect(parseState(raw)).toEqual({}),
  );

  test("a valid member stays beside invalid members", () =>
    expect(parseState(encodeURIComponent(JSON.stringify({ gameId: "1", orgId: "x", state: "y".repeat(1025) })))).toEqual({ gameId: "1" }));
});

describe("the cookie", () => {
  test("can be read back by the server", () => {
    const saved: string[] = [];
    const state = { ...gameOne, state: 'a;b="ü" \ud800' };
    createServerLoginState("", (cookie) => saved.push(cookie)).save(state);
    expect(saved[0]).toMatch(/^login-state=[\w%.!~*'()-]+; Path=\/; SameSite=Lax; Max-Age=3600$/);
    expect(createServerLoginState(saved[0]?.split(";")[0] ?? "", () => undefined).read()).toEqual(state);
  });

  test("never exceeds 4096 bytes; a larger state stays complete in the tab", () => {
    const { document, aTab } = aBrowser();
    aTab().enter();
    const store = createBrowserLoginState();
    store.save(gameOne);
    const long = { ...gameTwo, state: "ø".repeat(512), callbackUrl: `https://two.test/${"?".repeat(1000)}` };
    store.save(long);
    expect(store.read()).toEqual(long);
    expect(document.cookie).toBe("");
  });
});

describe("two tabs with two games", () => {
  test("each reads its own state after any save; finishing one keeps the other's", () => {
    const { aTab } = aBrowser();
    const [first, second] = [aTab(), aTab()];
    first.enter();
    const one = createBrowserLoginState();
    one.save(gameOne);
    second.enter();
    const two = createBrowserLoginState();
    two.save(gameTwo);
    first.enter();
    expect(one.read()).toEqual(gameOne);
    one.clear();
    second.enter();
    expect(two.read()).toEqual(gameTwo);
    expect(two.readMirror()).toEqual(gameTwo);
    two.clear();
    expect(two.readMirror()).toEqual({});
  });

  test("a logout clears the cookie of any tab", () => {
    const { document, aTab } = aBrowser();
    aTab().enter();
    createBrowserLoginState().save(gameOne);
    aTab().enter();
    const other = createBrowserLoginState();
    other.save(gameTwo);
    document.cookie = `${cookieOf(gameOne)}; Path=/`;
    other.clear("browser");
    expect(document.cookie).toBe("");
  });

  test("a copy is forgotten after an hour, as the cookie is", () => {
    const { document, aTab } = aBrowser();
    aTab().enter();
    const store = createBrowserLoginState();
    store.save(gameOne);
    document.cookie = `${cookieOf(gameTwo)}; Path=/`;
    vi.advanceTimersByTime(3_599_000);
    expect(store.read()).toEqual(gameOne);
    vi.advanceTimersByTime(1000);
    expect(store.read()).toEqual(gameTwo);
  });

  test("saving begins another login: the tab's old hand-over is forgotten", () => {
    const tab = aBrowser().aTab();
    tab.enter();
    tab.kept.set(handOverKey, "x");
    createBrowserLoginState().save(gameOne);
    expect(tab.kept.has(handOverKey)).toBe(false);
  });

  test("blocked storage leaves a login that works in this page, also without its cookie", () => {
    const { document } = aBrowser();
    const blocked = () => {
      throw new DOMException("blocked", "SecurityError");
    };
    vi.stubGlobal("sessionStorage", { getItem: blocked, setItem: blocked, removeItem: blocked });
    const store = createBrowserLoginState();
    store.save(gameOne);
    document.cookie = "login-state=; Path=/; Max-Age=0";
    expect(store.read()).toEqual(gameOne);
    store.clear();
    expect(store.read()).toEqual({});
  });
});

test("a change made elsewhere is seen within 300 ms, a change by this tab at once", () => {
  const { document, aTab } = aBrowser();
  aTab().enter();
  const store = createBrowserLoginState();
  const seen = vi.fn();
  const stop = watchLoginState(store, seen);
  document.cookie = `${cookieOf(gameOne)}; Path=/`;
  vi.advanceTimersByTime(300);
  expect(seen).toHaveBeenCalledTimes(1);
  expect(store.read()).toBe(store.read());
  store.save(gameTwo);
  expect(seen).toHaveBeenCalledTimes(2);
  stop();
  store.clear();
  vi.advanceTimersByTime(3000);
  expect(seen).toHaveBeenCalledTimes(2);
});

describe("what a tab keeps belongs to an account", () => {
  const [kari, emil] = ["3f0c7b52-5f0e-4d6b-9a51-0d7f8a3c1e10", "3f0c7b52-5f0e-4d6b-9a51-0d7f8a3c1e12"];

  /** A page of the tab, with the account that the server has found. */
  function openPage(accountId: string | undefined) {
    const stores = { loginState: createBrowserLoginState(), currentChoice: createBrowserCurrentChoice() };
    stores.loginState.claimFor(accountId);
    stores.currentChoice.claimFor(accountId);
    return stores;
  }

  function leave(page: ReturnType<typeof openPage>) {
    page.loginState.save(gameOne);
    page.currentChoice.chooseGame({ gameId: 1, gameKey: "storyport-no" });
    // Another tab uses the cookie.
    document.cookie = `${cookieOf({})}; Path=/`;
  }

  function keptAt({ loginState, currentChoice }: ReturnType<typeof openPage>) {
    return { request: loginState.read().gameId, game: currentChoice.read().game?.gameId };
  }

  test.each([
    ["keeps it at a page of the same account", emil, { request: "1", game: 1 }],
    ["drops it at a page without a login", undefined, { request: undefined, game: undefined }],
    ["drops it at a page of another account", kari, { request: undefined, game: undefined }],
  ])("each tab %s", (_, next, left) => {
    const { document: page, aTab } = aBrowser();
    const tabs = [aTab(), aTab()];
    page.cookie = `user=${emil}; Path=/`;
    for (const tab of tabs) {
      tab.enter();
      leave(openPage(emil));
    }
    page.cookie = "user=; Path=/; Max-Age=0";
    for (const tab of tabs) {
      tab.enter();
      expect(keptAt(openPage(next))).toEqual(left);
    }
  });

  test("from before the login they go to the account that logs in, and to no other account", () => {
    aBrowser().aTab().enter();
    leave(openPage(undefined));
    expect(keptAt(openPage(undefined))).toEqual({ request: "1", game: 1 });
    expect(keptAt(openPage(kari))).toEqual({ request: "1", game: 1 });
    expect(keptAt(openPage(undefined))).toEqual({ request: undefined, game: undefined });
  });

  test("a request that is saved after the logout waits for the next user", () => {
    const { document: page, aTab } = aBrowser();
    aTab().enter();
    page.cookie = `user=${kari}; Path=/`;
    const { loginState } = openPage(kari);
    page.cookie = "user=; Path=/; Max-Age=0";
    loginState.save(gameOne);
    expect(openPage(undefined).loginState.read()).toEqual(gameOne);
    expect(openPage(emil).loginState.read()).toEqual(gameOne);
  });
});

describe("the current choice", () => {
  const organization = "3f0c7b52-5f0e-4d6b-9a51-0d7f8a3c1e11";

  test("is kept under the specification's two keys", () => {
    const tab = aBrowser().aTab();
    tab.enter();
    const store = createBrowserCurrentChoice();
    store.chooseGame({ gameId: 1, gameKey: "storyport-no" });
    store.chooseOrganization(organization);
    expect([...tab.kept.keys()]).toEqual(["current-game", "current-organization"]);
    expect(store.read()).toEqual({ game: { gameId: 1, gameKey: "storyport-no" }, organizationId: organization });
    expect(store.read()).toBe(store.read());
    store.clear();
    expect(store.read()).toEqual({});
  });

  test.each(["", "null", "7", "[]", '{"gameId":"1","gameKey":"a"}', '{"gameId":0,"gameKey":"a"}', '{"gameId":1,"gameKey":"<b>"}'])(
    "%j is no choice",
    (raw) => expect(parseChoice(raw, raw)).toEqual({}),
  );
});

test.each([
  ["https:", true],
  ["http:", false],
] as const)("over %s the cookie is Secure: %s, when it is saved and when it goes", (protocol, isSecure) => {
  const browser = aBrowser(protocol);
  browser.aTab().enter();
  const store = createBrowserLoginState();
  store.save(gameOne);
  store.clear();
  expect(browser.written).toHaveLength(2);
  for (const line of browser.written) expect(line.endsWith("; Secure")).toBe(isSecure);
});

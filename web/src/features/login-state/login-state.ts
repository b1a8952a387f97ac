/**
 * Where the login state lives: the cookie `login-state`, and in the browser a copy per tab.
 *
 * The cookie is one for all tabs, so two tabs logging in to two games would overwrite each other. A tab that saves therefore keeps
 * a copy of its own in session storage, and that copy wins in this tab for as long as its login is under way; the cookie mirrors
 * whoever saved last and is all the server ever sees. Both are the visitor's to write, so both are read as untrusted input.
 */
import { cookieNames } from "@storyport/contract/limits";
import { readLoginState } from "@storyport/contract/login-state";
import type { LoginState } from "@storyport/contract/login-state";
import { cookieValue } from "#/api/cookie-value.ts";
import { browserStorage } from "./browser-storage.ts";

export interface LoginStateStore {
  /** The state that counts here. The same object as long as nothing changed, so that React may compare it. */
  read(): LoginState;
  /** What the cookie alone says: what the server knew when it rendered this page. */
  readMirror(): LoginState;
  /** Replaces the state. Too much for a cookie (4096 bytes) is kept by the tab and not mirrored, never cut short. */
  save(state: LoginState): void;
  /** Ends this tab's login. Another tab's mirror is left alone, unless the whole `browser` is to forget. */
  clear(reach?: "tab" | "browser"): void;
  /** Tells of every save and clear made through this store; `login-state-watch.ts` adds those made elsewhere. */
  subscribe(listener: () => void): () => void;
}

const name = cookieNames.loginState;
const maxAgeSeconds = 3600;
const maxCookieBytes = 4096;
/** Where game-login keeps a tab's hand-over: whatever is saved anew begins another login, so the old hand-over is forgotten. */
export const handOverKey = "hand-over";
const expired = `${name}=; Path=/; SameSite=Lax; Max-Age=0`;

/** The browser's store. Render-safe to import; create it once, when the page starts. */
export function createBrowserLoginState(): LoginStateStore {
  const tab = browserStorage(() => sessionStorage);
  const parse = remembering(parseState);
  const parseCopy = remembering(parseTabCopy);
  const listeners = new Set<() => void>();
  const suffix = location.protocol === "https:" ? "; Secure" : "";

  const mirror = () => cookieValue(document.cookie, name);
  const readCopy = () => parseCopy(tab.get(name));
  const tell = () => {
    for (const listener of listeners) listener();
  };

  return {
    read: () => currentCopy(readCopy()) ?? parse(mirror()),
    readMirror: () => parse(mirror()),
    save(state) {
      const kept = readLoginState(state);
      tab.remove(handOverKey);
      tab.set(name, JSON.stringify({ savedAt: Date.now(), state: kept }));
      document.cookie = toCookie(kept) + suffix;
      tell();
    },
    clear(reach = "tab") {
      const copy = currentCopy(readCopy());
      tab.remove(name);
      if (reach === "browser" || copy === undefined || isSame(copy, parse(mirror()))) document.cookie = expired + suffix;
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** One request's store: reads the Cookie header, and hands every change to `setCookie`, which knows whether it is to be Secure. */
export function createServerLoginState(cookieHeader: string, setCookie: (value: string) => void): LoginStateStore {
  let state = parseState(cookieValue(cookieHeader, name));
  return {
    read: () => state,
    readMirror: () => state,
    save(next) {
      state = readLoginState(next);
      setCookie(toCookie(state));
    },
    clear() {
      state = {};
      setCookie(expired);
    },
    subscribe: () => () => undefined,
  };
}

/** The cookie as it is set; one that would be too long removes the old one, lest the server read somebody else's request. */
function toCookie(state: LoginState): string {
  const value = encodeURIComponent(JSON.stringify(state));
  if (name.length + 1 + value.length > maxCookieBytes || value === "%7B%7D") return expired;
  return `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${maxAgeSeconds}`;
}

/** Garbage is an empty state: a forged or damaged cookie costs nobody their login. @internal Exported for its test. */
export function parseState(raw: string | undefined): LoginState {
  try {
    return raw === undefined ? {} : readLoginState(JSON.parse(decodeURIComponent(raw)));
  } catch {
    return {};
  }
}

interface TabCopy {
  savedAt: number;
  state: LoginState;
}

function parseTabCopy(raw: string | undefined): TabCopy | undefined {
  try {
    const parsed: unknown = raw === undefined ? undefined : JSON.parse(raw);
    if (typeof parsed !== "object" || parsed === null || !("savedAt" in parsed) || !("state" in parsed)) return undefined;
    return typeof parsed.savedAt === "number" ? { savedAt: parsed.savedAt, state: readLoginState(parsed.state) } : undefined;
  } catch {
    return undefined;
  }
}

/** A copy lives as long as the cookie beside it: a tab found open the next morning starts afresh. */
function currentCopy(copy: TabCopy | undefined): LoginState | undefined {
  return copy !== undefined && Math.abs(Date.now() - copy.savedAt) < maxAgeSeconds * 1000 ? copy.state : undefined;
}

function isSame(one: LoginState, other: LoginState): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Parses anew only when the text changed, so that equal text gives the identical object. */
function remembering<T>(parse: (raw: string | undefined) => T): (raw: string | undefined) => T {
  let last: { raw: string | undefined; parsed: T } | undefined;
  return (raw) => {
    if (last === undefined || last.raw !== raw) last = { raw, parsed: parse(raw) };
    return last.parsed;
  };
}

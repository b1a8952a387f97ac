/**
 * Stores the login state: in the cookie `login-state`, and in the browser also in a copy per tab. All tabs share the cookie, so two tabs
 * that log in to two games would overwrite each other. So a tab that saves also keeps its own copy in session storage. That copy wins in
 * this tab while its login is in progress. The cookie has the state that was saved last, and is all that the server sees. Visitors can edit
 * both, so both are read as untrusted input.
 */
import { cookieNames } from "@storyport/contract/limits";
import { readLoginState } from "@storyport/contract/login-state";
import type { LoginState } from "@storyport/contract/login-state";
import { cookieValue } from "#/api/cookie-value.ts";
import { browserStorage } from "./browser-storage.ts";
import { isOthers, presentOwner } from "./owner.ts";

export interface LoginStateStore {
  /** The state of this tab. Returns the same object until something changes, so that React can compare it. */
  read(): LoginState;
  /** The state of the cookie alone, with which the server rendered this page. */
  readMirror(): LoginState;
  /** Replaces the state. A state too large for a cookie (4096 bytes) stays in the browser's tab and is never truncated. */
  save(state: LoginState): void;
  /** Ends this tab's login. If this tab has its own copy, another tab's cookie stays, unless `reach` is the whole `browser`. */
  clear(reach?: "tab" | "browser"): void;
  /**
   * Call it at the start of a page, with the account that is logged in. Drops this tab's own copy if it belongs to another account; without an
   * account, if it belongs to any. A copy from before the login now belongs to this account. The cookie stays.
   */
  claimFor(accountId: string | undefined): void;
  /** Calls back after every change by this store; `login-state-watch.ts` adds the changes made elsewhere. Never calls back on the server. */
  subscribe(listener: () => void): () => void;
}

const name = cookieNames.loginState;
const maxAgeSeconds = 3600;
const maxCookieBytes = 4096;
/** The key of game-login's hand-over in this tab. Saving a state begins another login, so the old hand-over is removed. */
export const handOverKey = "hand-over";
const encodedEmptyState = "%7B%7D";
const expired = `${name}=; Path=/; SameSite=Lax; Max-Age=0`;

/** The browser's store. It is safe to import while rendering; create it once, when the page starts. */
export function createBrowserLoginState(): LoginStateStore {
  const tab = browserStorage(() => sessionStorage);
  const parse = remembering(parseState);
  const parseCopy = remembering(parseTabCopy);
  const setCopy = (copy: TabCopy) => tab.set(name, JSON.stringify(copy));
  const listeners = new Set<() => void>();
  const suffix = location.protocol === "https:" ? "; Secure" : "";

  const mirror = () => cookieValue(document.cookie, name);
  const readCopy = () => parseCopy(tab.get(name));
  const notify = () => {
    for (const listener of listeners) listener();
  };

  return {
    read: () => currentCopy(readCopy()) ?? parse(mirror()),
    readMirror: () => parse(mirror()),
    save(state) {
      const kept = readLoginState(state);
      tab.remove(handOverKey);
      setCopy({ savedAt: Date.now(), state: kept, accountId: presentOwner() });
      document.cookie = toCookie(kept) + suffix;
      notify();
    },
    clear(reach = "tab") {
      const copy = currentCopy(readCopy());
      tab.remove(name);
      if (reach === "browser" || copy === undefined || isSame(copy, parse(mirror()))) document.cookie = expired + suffix;
      notify();
    },
    claimFor(accountId) {
      const copy = readCopy();
      if (copy === undefined) return;
      if (isOthers(copy.accountId, accountId)) tab.remove(name);
      else setCopy({ ...copy, accountId });
      notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * One request's store. It reads the Cookie header and passes each change to `setCookie`, which adds Secure if needed. It knows no tab, so
 * `clear` ends the whole cookie. A state too large for a cookie is lost after the request.
 */
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
    claimFor: () => undefined,
    subscribe: () => () => undefined,
  };
}

/**
 * The Set-Cookie value. If it would be too long, the old cookie is removed, so that the server does not read another request. An empty
 * state needs no cookie.
 */
function toCookie(state: LoginState): string {
  const value = encodeURIComponent(JSON.stringify(state));
  if (name.length + 1 + value.length > maxCookieBytes || value === encodedEmptyState) return expired;
  return `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${maxAgeSeconds}`;
}

/** Garbage counts as an empty state, so a forged or damaged cookie cannot block a login. @internal Exported for its test. */
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
  /** Undefined before a login. */
  accountId?: string | undefined;
}

function parseTabCopy(raw: string | undefined): TabCopy | undefined {
  try {
    const parsed: unknown = raw === undefined ? undefined : JSON.parse(raw);
    if (typeof parsed !== "object" || parsed === null || !("savedAt" in parsed) || !("state" in parsed)) return undefined;
    const accountId = "accountId" in parsed && typeof parsed.accountId === "string" ? parsed.accountId : undefined;
    return typeof parsed.savedAt === "number" ? { savedAt: parsed.savedAt, state: readLoginState(parsed.state), accountId } : undefined;
  } catch {
    return undefined;
  }
}

/** A copy lives as long as its cookie, so a tab that was left open overnight starts fresh. The clock may also have been set back. */
function currentCopy(copy: TabCopy | undefined): LoginState | undefined {
  return copy !== undefined && Math.abs(Date.now() - copy.savedAt) < maxAgeSeconds * 1000 ? copy.state : undefined;
}

function isSame(one: LoginState, other: LoginState): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Parses again only if the text has changed, so that equal text gives the same object. */
function remembering<T>(parse: (raw: string | undefined) => T): (raw: string | undefined) => T {
  let last: { raw: string | undefined; parsed: T } | undefined;
  return (raw) => {
    if (last === undefined || last.raw !== raw) last = { raw, parsed: parse(raw) };
    return last.parsed;
  };
}

/**
 * Draws the verdicts from what was seen, and from nothing else. A rule that the game had no occasion to break is "not checked". A
 * rule about a code or token that must not be taken passes only if the portal itself called the game. A closed tab proves nothing.
 */
import { checks } from "@storyport/contract/conformance";
import type { Check, CheckResult, Scene, Verdict } from "@storyport/contract/conformance";
import type { ObservationRow } from "./queries.ts";

const clauses: Record<Check, string> = {
  pkce: "RFC 7636, 4.2; RFC 9700, 2.1.1",
  callback: "RFC 6749, 4.1.3; RFC 9700, 2.1",
  state: "RFC 6749, 10.12",
  browser: "RFC 9700, 4.7.1",
  issuer: "RFC 9207, 2.4",
  codeOnce: "RFC 6749, 4.1.2",
  denied: "RFC 6749, 4.1.2.1",
  signature: "RFC 9068, 4",
  expiry: "RFC 9068, 4",
  clockSkew: "RFC 9068, 4",
  keyRotation: "RFC 7517, 5",
  manyRights: "docs/flows/tokens.md",
  oversized: "docs/flows/tokens.md",
  refresh: "RFC 9700, 4.14.2",
  bell: "RFC 6749, 5.2",
  busy: "RFC 6585, 4",
  away: "RFC 9110, 10.2.3",
  logout: "RFC 7009, 2",
};

/** How long the issuer asks to wait, with 429 and 503. */
export const retryAfterSeconds = 5;

/** Oldest first. CALLBACK and UNREACHABLE are the portal's own calls of the game. The other kinds are requests of the game or its browser. */
type Seen = readonly ObservationRow[];

export function judge(seen: Seen): CheckResult[] {
  return checks.map((check) => ({ check, verdict: rules[check](seen), clause: clauses[check] }));
}

const rules: Record<Check, (seen: Seen) => Verdict> = {
  pkce: (seen) => {
    const challenges = ofKind(seen, "AUTHORIZE").map(({ details }) => details.facts.challenge);
    const verifiers = ofKind(seen, "TOKEN").flatMap(({ details }) => details.facts.verifier ?? []);
    if (challenges.some((challenge) => challenge !== "S256") || verifiers.some((verifier) => verifier !== "right")) return "FAILED";
    return verifiers.length > 0 ? "PASSED" : "NOT_CHECKED";
  },
  callback: (seen) => {
    const facts = seen.flatMap(({ details }) => details.facts.isRightCallback ?? []);
    if (facts.includes(false)) return "FAILED";
    return ofKind(seen, "TOKEN").length > 0 ? "PASSED" : "NOT_CHECKED";
  },
  state: (seen) => {
    if (ofKind(seen, "AUTHORIZE").some(({ details }) => details.facts.hasState === false)) return "FAILED";
    return neverRedeems(seen, "WRONG_STATE");
  },
  browser: (seen) => neverRedeems(seen, "OTHER_BROWSER"),
  issuer: (seen) => neverRedeems(seen, "WRONG_ISSUER"),
  codeOnce: (seen) => {
    if (ofKind(seen, "TOKEN").some(({ details }) => details.facts.isReplay === true)) return "FAILED";
    // In this scene the portal calls the callback twice with the same code.
    const replayed = logins(seen, "REPLAYED").filter((login) => ofKind(login, "CALLBACK").length === 2);
    return replayed.some((login) => ofKind(login, "TOKEN").length > 0) ? "PASSED" : "NOT_CHECKED";
  },
  denied: (seen) => {
    const called = logins(seen, "DENIED").filter((login) => ofKind(login, "CALLBACK").length > 0);
    const isWrong = (login: Seen) =>
      ofKind(login, "TOKEN").length > 0 || ofKind(login, "CALLBACK").some(({ details }) => (details.facts.status ?? 0) >= 500);
    return called.some(isWrong) ? "FAILED" : called.length > 0 ? "PASSED" : "NOT_CHECKED";
  },
  signature: (seen) => neverAccepts(seen, "FORGED"),
  expiry: (seen) => neverAccepts(seen, "EXPIRED"),
  clockSkew: (seen) => accepts(seen, "SKEWED"),
  keyRotation: (seen) => accepts(seen, "ROTATED"),
  manyRights: (seen) => {
    const plain = logins(seen, "PLAIN").filter((login) => hasTokens(login) && needsRights(login));
    if (plain.length === 0) return "NOT_CHECKED";
    // The rights of a PLAIN login have two pages (`answerRights`).
    return plain.some((login) => ofKind(login, "RIGHTS").some((asked) => isGranted(asked) && asked.details.facts.page === 2))
      ? "PASSED"
      : "FAILED";
  },
  oversized: (seen) => {
    const large = logins(seen, "OVERSIZED").filter(takesToken);
    return large.some(readsWhole) ? "PASSED" : large.length > 0 ? "FAILED" : "NOT_CHECKED";
  },
  refresh: (seen) => {
    if (ofKind(seen, "REFRESH").some(({ details }) => details.facts.isReplay === true)) return "FAILED";
    // The second refresh shows whether the game kept the new refresh token of the first.
    const enough = [...byLogin(seen).values()].filter((login) => ofKind(login, "REFRESH").filter(isGranted).length >= 2);
    return enough.length > 0 ? "PASSED" : "NOT_CHECKED";
  },
  bell: (seen) => {
    const rung = logins(seen, "BELL").flatMap((login) => {
      const first = login.findIndex(({ kind, details }) => kind === "REFRESH" && details.facts.status === 400);
      return first < 0 ? [] : [login.slice(first + 1)];
    });
    const goesOn = (after: Seen) => after.some(({ kind }) => kind === "REFRESH" || kind === "RIGHTS" || kind === "NARROW");
    return rung.some(goesOn) ? "FAILED" : rung.length > 0 ? "PASSED" : "NOT_CHECKED";
  },
  busy: (seen) => waits(seen, "BUSY"),
  away: (seen) => waits(seen, "AWAY"),
  logout: (seen) => {
    // The person logs out before the next login begins.
    const left = logins(seen, "LOGOUT").filter((login) => takesToken(login) && beginsAfter(seen, login));
    if (left.some((login) => ofKind(login, "REVOKE").length === 0)) return "FAILED";
    return ofKind(seen, "REVOKE").some(({ loginId }) => loginId !== null) ? "PASSED" : "NOT_CHECKED";
  },
};

function ofKind(seen: Seen, kind: ObservationRow["kind"]): Seen {
  return seen.filter((one) => one.kind === kind);
}

function byLogin(seen: Seen): Map<string, ObservationRow[]> {
  return Map.groupBy(
    seen.filter(({ loginId }) => loginId !== null),
    ({ loginId }) => loginId ?? "",
  );
}

function logins(seen: Seen, scene: Scene): Seen[] {
  return [...byLogin(seen).values()].filter(([first]) => first?.scene === scene);
}

function isGranted({ details }: ObservationRow): boolean {
  return details.facts.status === 200;
}

function hasTokens(login: Seen): boolean {
  return ofKind(login, "TOKEN").some(isGranted);
}

function takesToken(login: Seen): boolean {
  return ofKind(login, "RIGHTS").some(isGranted);
}

/** The game redeems when the portal calls its callback. So it refused a code that it does not redeem then. */
function redeemsAtCallback(seen: Seen): boolean {
  return logins(seen, "PLAIN").some((login) => ofKind(login, "CALLBACK").length > 0 && ofKind(login, "TOKEN").length > 0);
}

/** The game asks for the rights that a token leaves out. So it shows that it took the token. */
function readsRights(seen: Seen): boolean {
  return logins(seen, "PLAIN").some((login) => ofKind(login, "RIGHTS").length > 0);
}

/** A tool for staff may need the name alone. If it begins to read rights, it reads them whole. */
function needsRights(login: Seen): boolean {
  return ofKind(login, "RIGHTS").length > 0 || !ofKind(login, "AUTHORIZE").some(({ details }) => details.facts.isOpenid === true);
}

/** A game reads the kinds that it needs. It reaches the last page of each kind that it begins to read. */
function readsWhole(login: Seen): boolean {
  const pages = ofKind(login, "RIGHTS").filter(isGranted);
  const whole = new Set(pages.filter(({ details }) => details.facts.isLast === true).map(({ details }) => details.facts.kind));
  return whole.size > 0 && pages.every(({ details }) => whole.has(details.facts.kind));
}

function beginsAfter(seen: Seen, login: Seen): boolean {
  const [first] = login;
  return first !== undefined && ofKind(seen.slice(seen.indexOf(first) + 1), "AUTHORIZE").length > 0;
}

function neverRedeems(seen: Seen, scene: Scene): Verdict {
  const played = logins(seen, scene);
  if (played.some((login) => ofKind(login, "TOKEN").length > 0)) return "FAILED";
  return redeemsAtCallback(seen) && played.some((login) => ofKind(login, "CALLBACK").length > 0) ? "PASSED" : "NOT_CHECKED";
}

function neverAccepts(seen: Seen, scene: Scene): Verdict {
  const redeemed = logins(seen, scene).filter(hasTokens);
  if (redeemed.some((login) => ofKind(login, "RIGHTS").length > 0)) return "FAILED";
  const isCalled = redeemed.some((login) => ofKind(login, "CALLBACK").length > 0);
  return readsRights(seen) && isCalled ? "PASSED" : "NOT_CHECKED";
}

function accepts(seen: Seen, scene: Scene): Verdict {
  const redeemed = logins(seen, scene).filter(hasTokens);
  if (!readsRights(seen) || redeemed.length === 0) return "NOT_CHECKED";
  return redeemed.some((login) => ofKind(login, "RIGHTS").length > 0) ? "PASSED" : "FAILED";
}

/** After a refusal with Retry-After, the game must not come back sooner. */
function waits(seen: Seen, scene: Scene): Verdict {
  const asked = logins(seen, scene).map((login) => ofKind(login, "TOKEN").map(({ at }) => at.getTime()));
  const isTooSoon = (times: readonly number[]) =>
    times.some((time, number) => number > 0 && time - (times[number - 1] ?? time) < retryAfterSeconds * 1000);
  if (asked.some(isTooSoon)) return "FAILED";
  return asked.some((times) => times.length > 0) ? "PASSED" : "NOT_CHECKED";
}

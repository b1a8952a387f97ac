/** Calls the game as a browser does: its start address, its callback. Every address passes the guard against internal hosts. */
import type { Scene } from "@storyport/contract/conformance";
import type { AppContext } from "#/context.ts";
import { beginLogin } from "./begin-login.ts";
import { shown, shownAddress } from "./observed.ts";
import { insertObservation } from "./queries.ts";
import type { TestIssuer } from "./test-issuer.ts";
import { CookieJar, visitGame } from "./visit-game.ts";

type Driving = Pick<AppContext, "database" | "settings">;

/** Room for pages between the start and the login, such as a page that sets a cookie. */
const mostRedirects = 5;

/**
 * Plays one login of a scene. Follows the game from its start address to the issuer, then calls its callback, in a good or a bad
 * way. What goes wrong is an observation, never an error of the call.
 */
export async function driveGame(
  context: Driving,
  server: TestIssuer,
  { startUrl, scene }: { startUrl: string; scene: Scene },
): Promise<void> {
  const jar = new CookieJar();
  const query = await followToLogin(context, server, { startUrl, jar });
  if (query === undefined) return;
  const begun = await beginLogin(context.database, server, { query, scene });
  if ("refused" in begun) return;
  const { callback, loginId } = begun;
  const browser = scene === "OTHER_BROWSER" ? new CookieJar() : jar;
  await callBack(context, server, { callback, jar: browser, loginId });
  if (scene === "REPLAYED") await callBack(context, server, { callback, jar: browser, loginId });
}

interface Following {
  startUrl: string;
  jar: CookieJar;
}

/** Returns the parameters with which the game sends a browser to the issuer. If it does not, records that and returns undefined. */
async function followToLogin(
  { database, settings }: Driving,
  { run, issuer }: TestIssuer,
  { startUrl, jar }: Following,
): Promise<URLSearchParams | undefined> {
  let url = startUrl;
  let visit = await visitGame(settings, url, jar);
  for (let followed = 0; visit.location !== undefined; followed += 1) {
    if (visit.location.startsWith(`${issuer}/game-login?`)) return new URL(visit.location).searchParams;
    if (followed === mostRedirects) break;
    url = visit.location;
    visit = await visitGame(settings, url, jar);
  }
  const { status, failure, location } = visit;
  const response = shown({ status, failure, location: location && shownAddress(location) });
  const why = failure ?? "no login";
  await insertObservation(database, run.id, { kind: "UNREACHABLE", request: shown({ url: shownAddress(url) }), response, facts: { why } });
  return undefined;
}

interface CallingBack {
  callback: string;
  jar: CookieJar;
  loginId: string;
}

async function callBack({ database, settings }: Driving, { run }: TestIssuer, { callback, jar, loginId }: CallingBack): Promise<void> {
  const { status, failure, location } = await visitGame(settings, callback, jar);
  const isReached = failure === undefined;
  await insertObservation(database, run.id, {
    loginId,
    kind: isReached ? "CALLBACK" : "UNREACHABLE",
    request: shown({ url: shownAddress(callback) }),
    response: shown({ status, failure, location: location && shownAddress(location) }),
    facts: isReached ? { status: status ?? 0 } : { why: failure },
  });
}

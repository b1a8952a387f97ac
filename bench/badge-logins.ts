/**
 * Measures a school's morning. 900 children scan their badges within five minutes from one address, and each goes on into a game. Meanwhile
 * a guesser at the same address tries codes and badges. The five minutes are real, because the portal counts guesses in windows of time.
 */
import { randomBytes, randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { CleanUp } from "#/figures/clean-up.ts";
import { quantile } from "#/figures/rounds.ts";
import { runBench, tell } from "#/figures/run-bench.ts";
import type { Report } from "#/figures/run-bench.ts";
import { own, playOn, scan } from "#/load/child-way.ts";
import { startPortal } from "#/programs/portal.ts";
import { startDatabaseServer } from "#/stores/database.ts";
import { badgeCode, childrenOfClass, fillLessons } from "#/stores/fill-lessons.ts";
import { fillPortal } from "#/stores/fill-portal.ts";

const children = 900;
const seconds = 300;
const classes = Math.ceil(children / childrenOfClass);
const guessesPerSecond = 20;

await runBench("badge-logins", measure);

async function measure(cleanUp: CleanUp): Promise<Report> {
  const server = await startDatabaseServer(cleanUp);
  const database = await server.create("portal");
  const portal = await startPortal(cleanUp, database);
  tell("filling");
  await fillPortal(database, { accounts: classes });
  await fillLessons(database, classes);
  const api = `http://127.0.0.1:${portal.port}/api/auth`;
  tell(`${children} children in ${seconds} seconds, and a guesser`);
  const end = performance.now() + seconds * 1000;
  const guessing = guess(api, end);
  const { scans, ways, refusals } = await bringChildren(api);
  const guesses = await guessing;
  const milliseconds = (values: number[], share: number) => `${quantile(values, share).toFixed(0)} ms`;
  return {
    figures: [
      { what: "children in the game", measured: `${ways.length} of ${children}`, goal: "all", isMet: ways.length === children },
      { what: "badge login, p50", measured: milliseconds(scans, 0.5) },
      { what: "badge login, p95", measured: milliseconds(scans, 0.95) },
      { what: "from the scan to the game's token (4 calls), p50", measured: milliseconds(ways, 0.5) },
      { what: "from the scan to the game's token (4 calls), p95", measured: milliseconds(ways, 0.95) },
      { what: "one-time codes that the guesser sent", measured: String(guesses.codes.sent) },
      {
        what: "  of them checked, the others 429",
        measured: String(guesses.codes.checked),
        goal: "stopped",
        isMet: isStopped(guesses.codes),
      },
      { what: "badges that the guesser sent", measured: String(guesses.badges.sent) },
      {
        what: "  of them checked, the others 429",
        measured: String(guesses.badges.checked),
        goal: "stopped",
        isMet: isStopped(guesses.badges),
      },
    ],
    rounds: {},
    notes: [
      `${guessesPerSecond} guesses a second from the children's address; windows of ten minutes, so nothing is forgotten on the way`,
      ...[...new Set(refusals)].slice(0, 5),
    ],
  };
}

interface Morning {
  /** Milliseconds of each badge login. */
  scans: number[];
  /** Milliseconds from the scan to the game's token. */
  ways: number[];
  refusals: string[];
}

/** The children arrive evenly over the five minutes, and do not wait for earlier children. */
async function bringChildren(api: string): Promise<Morning> {
  const morning: Morning = { scans: [], ways: [], refusals: [] };
  const arrive = async (index: number) => {
    const code = badgeCode(1 + Math.floor(index / childrenOfClass), 1 + (index % childrenOfClass));
    const began = performance.now();
    try {
      const cookie = await scan(api, code);
      morning.scans.push(performance.now() - began);
      await playOn(api, cookie);
      morning.ways.push(performance.now() - began);
    } catch (error) {
      morning.refusals.push(String(error));
    }
  };
  const arriving: Promise<void>[] = [];
  const start = performance.now();
  for (let index = 0; index < children; index++) {
    const wait = start + (index * seconds * 1000) / children - performance.now();
    if (wait > 0) await pause(wait);
    arriving.push(arrive(index));
  }
  await Promise.all(arriving);
  return morning;
}

interface Guesses {
  sent: number;
  /** Answered 401: the portal looked. */
  checked: number;
}

/** Without a limit the portal would check every guess. */
function isStopped({ sent, checked }: Guesses): boolean {
  return checked < sent / 2;
}

/** Tries a code and a badge in turn until the end. */
async function guess(api: string, end: number): Promise<{ codes: Guesses; badges: Guesses }> {
  const guesses = { codes: { sent: 0, checked: 0 }, badges: { sent: 0, checked: 0 } };
  // The letters of a class's word (contract/src/one-time-code.ts).
  const letters = "BCDFGHJKLMNPRSTVWXZ";
  const tryCode = async () => {
    const word = Array.from({ length: 3 }, () => letters[randomInt(letters.length)]).join("");
    const code = `${word}${String(randomInt(1_000_000)).padStart(6, "0")}`;
    await count(guesses.codes, fetch(`${api}/qr/one-time-code`, { method: "POST", headers: own, body: JSON.stringify({ code }) }));
  };
  const tryBadge = async () => {
    await count(guesses.badges, fetch(`${api}/qr/login?code=${randomBytes(32).toString("base64url")}`, { headers: own }));
  };
  while (performance.now() < end) {
    // Two guesses a turn.
    const next = performance.now() + 2000 / guessesPerSecond;
    await Promise.all([tryCode(), tryBadge()]);
    await pause(Math.max(0, next - performance.now()));
  }
  return guesses;
}

async function count(guesses: Guesses, sent: Promise<Response>): Promise<void> {
  const answer = await sent;
  await answer.arrayBuffer();
  guesses.sent += 1;
  if (answer.status === 401) guesses.checked += 1;
  else if (answer.status !== 429) throw new Error(`a guess was answered ${answer.status}`);
}

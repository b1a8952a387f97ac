/**
 * A steady load through the balancer, as independent users make it. It has logins, calls of a session, hand-overs to a game, and
 * refreshes. A request that fails is not repeated, and counts.
 */
import { createHash, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { teacherEmail } from "#/stores/fill-portal.ts";
import type { Answer, Client, Question } from "./client.ts";
import type { Ledger } from "./ledger.ts";

export const game = { id: 9001, callback: "https://game.example/callback" } as const;
export const password = "Reading-Rocks-26";

/** Per second. A hand-over is three requests. */
const rates = { logIn: 2, validate: 16, handOver: 1, refresh: 2 } as const;
export const requestsPerSecond = rates.logIn + rates.validate + 3 * rates.handOver + rates.refresh;

/** Only the newest sessions are used, and no more token families than these. So a long run loads the cluster as a short run does. */
const mostSessionsInUse = 200;
const mostFamilies = 300;

export interface Seen {
  /** performance.now() when the answer came, or failed to come. */
  at: number;
  seconds: number;
  /** Undefined if it succeeded. */
  fault: string | undefined;
}

export class Load {
  readonly seen: Seen[] = [];
  readonly #client: Client;
  readonly #ledger: Ledger;
  readonly #accounts: number;
  readonly #sessions: string[] = [];
  readonly #families: string[] = [];
  readonly #running = new Set<Promise<void>>();
  #nextAccount = 0;
  readonly #ending = new AbortController();

  constructor(client: Client, ledger: Ledger, accounts: number) {
    this.#client = client;
    this.#ledger = ledger;
    this.#accounts = accounts;
  }

  /** Logs a few people in first, so that every kind of request can begin. */
  async start(): Promise<void> {
    for (let count = 0; count < 10; count += 1) await this.#logIn();
    if (this.#sessions.length === 0) throw new Error(`No login succeeds: ${this.seen.at(-1)?.fault}`);
    for (let count = 0; count < 5; count += 1) await this.#handOver();
    if (this.#families.length === 0) throw new Error(`No hand-over succeeds: ${this.seen.at(-1)?.fault}`);
    this.seen.length = 0;
    const actions = {
      logIn: () => this.#logIn(),
      validate: () => this.#validate(),
      handOver: () => this.#handOver(),
      refresh: () => this.#refresh(),
    };
    for (const [name, rate] of Object.entries(rates)) void this.#repeat(actions[name as keyof typeof actions], rate);
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#running);
  }

  failuresSince(time: number): number {
    return this.seen.filter(({ at, fault }) => at >= time && fault !== undefined).length;
  }

  async #repeat(action: () => Promise<void>, perSecond: number): Promise<void> {
    const begun = performance.now();
    for (let due = 1; !this.#ending.signal.aborted; due += 1) {
      await pause(Math.max(0, begun + (due * 1000) / perSecond - performance.now()));
      const run = action();
      this.#running.add(run);
      void run.finally(() => this.#running.delete(run));
    }
  }

  /** Returns the answer if it is 200. */
  async #ask(question: Question): Promise<Answer | undefined> {
    const begun = performance.now();
    let fault: string | undefined;
    let answer: Answer | undefined;
    try {
      answer = await this.#client.ask(question);
      if (answer.status !== 200) fault = `${question.path.split("?")[0]}: ${answer.status} ${reasonOf(answer.body)}`;
    } catch (error) {
      fault = `${question.path.split("?")[0]}: ${error instanceof Error ? error.message : String(error)}`;
    }
    const at = performance.now();
    this.seen.push({ at, seconds: (at - begun) / 1000, fault });
    return fault === undefined ? answer : undefined;
  }

  async #logIn(): Promise<void> {
    this.#nextAccount = (this.#nextAccount % this.#accounts) + 1;
    const json = { email: teacherEmail(this.#nextAccount), password, deviceName: "Measurement" };
    const answer = await this.#ask({ method: "POST", path: "pw/login", json });
    const cookie = answer?.cookies.find((line) => line.startsWith("__Host-session="))?.split(";")[0];
    if (cookie === undefined) return;
    this.#ledger.sessionBegan(cookie.slice(cookie.indexOf("=") + 1));
    this.#sessions.push(cookie);
    if (this.#sessions.length > mostSessionsInUse) this.#sessions.shift();
  }

  async #validate(): Promise<void> {
    await this.#ask({ method: "GET", path: "auth/validate-auth", cookie: anyOf(this.#sessions) });
  }

  async #handOver(): Promise<void> {
    const cookie = anyOf(this.#sessions);
    const verifier = randomBytes(32).toString("base64url");
    const clientCode = createHash("sha256").update(verifier).digest("base64url");
    const login = { gameId: game.id, state: "a-state", clientCode, deeplink: game.callback };
    const consent = await this.#ask({ method: "POST", path: "token/game/consent", json: { ...login, isConfirmed: true }, cookie });
    if (consent === undefined) return;
    const query = new URLSearchParams({ ...login, gameId: String(game.id), consent: textOf(consent.body, "consent") });
    const given = await this.#ask({ method: "GET", path: `token/game/callback?${query.toString()}`, cookie });
    if (given === undefined) return;
    const code = new URL(textOf(given.body, "deeplinkUrl")).searchParams.get("code") ?? "";
    await this.#getTokens({ grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: game.callback });
  }

  /** A family is used by one request at a time. After a failure no request uses it, because a reuse would end it. */
  async #refresh(): Promise<void> {
    const token = this.#families.shift();
    if (token !== undefined) await this.#getTokens({ grant_type: "refresh_token", refresh_token: token });
  }

  async #getTokens(form: Record<string, string>): Promise<void> {
    const answer = await this.#ask({ method: "POST", path: "token", form: { ...form, client_id: String(game.id) } });
    if (answer === undefined) return;
    const token = textOf(answer.body, "refresh_token");
    this.#ledger.refreshTokenGiven(token);
    if (this.#families.length < mostFamilies) this.#families.push(token);
  }
}

/** Names a failed answer: by the portal's code, the error of OAuth, or another program's page. */
function reasonOf(body: unknown): string {
  const { code, error } = Object(body) as { code?: string; error?: string };
  return code ?? error ?? JSON.stringify(body).slice(0, 100);
}

function anyOf(list: readonly string[]): string {
  return list[Math.floor(Math.random() * list.length)] ?? "";
}

function textOf(body: unknown, name: string): string {
  return String(Reflect.get(Object(body), name));
}

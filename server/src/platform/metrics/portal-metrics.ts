/**
 * The metrics of this process for Prometheus. Imported only if there is a management port, because the library costs start
 * time and memory. Every label comes from a closed list, so that no caller can create time series.
 */
import type { ErrorCode } from "@storyport/contract/error-codes";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { logInWithPassword } from "@storyport/contract/login";
import { completeLoginByPasskey, logInWithPasskey } from "@storyport/contract/passkeys";
import { logInWithBadge, logInWithOneTimeCode } from "@storyport/contract/qr-login";
import { verifySecondFactor } from "@storyport/contract/second-factor";
import type { BuildInfo } from "#/platform/build-info.ts";
import type { Counted, LoginMethod, Meter } from "./meter.ts";

/**
 * The calls that are a login, by name. A login with a second factor counts at both steps. A provider's return is missing, because it
 * may also connect an identity; its route counts it.
 */
const loginMethods: ReadonlyMap<string, LoginMethod> = new Map([
  [logInWithPassword.name, "password"],
  [logInWithPasskey.name, "passkey"],
  [completeLoginByPasskey.name, "passkey"],
  [logInWithBadge.name, "badge"],
  [logInWithOneTimeCode.name, "one_time_code"],
  [verifySecondFactor.name, "second_factor"],
]);

/** Bounds in seconds for our calls: validate-auth takes one millisecond, a password 50. By default a query is dropped after six seconds. */
const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 6];
const waitBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5];

/** A client may send any method that Node's parser knows. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export class PortalMetrics implements Meter {
  readonly registry = new Registry();
  readonly #reads: (() => Promise<void>)[] = [];
  #reading: Promise<unknown> | undefined;
  readonly #requests = new Histogram({
    name: "storyport_http_request_duration_seconds",
    help: "Time from a request's arrival to the end of its answer, by endpoint of the contract and class of the status, or abandoned by the client.",
    labelNames: ["endpoint", "method", "status"] as const,
    buckets: requestBuckets,
    registers: [this.registry],
  });
  readonly #refusals = this.#counter("storyport_refusals_total", "Refused requests, by endpoint and code.", ["endpoint", "code"]);
  readonly #logins = this.#counter("storyport_logins_total", "Logins, by method and outcome: success or the code of the refusal.", [
    "method",
    "outcome",
  ]);
  readonly #counted: Record<Counted, Counter> = {
    gameCodesIssued: this.#counter("storyport_game_codes_issued_total", "Codes issued for games and the dashboard."),
    gameCodesRedeemed: this.#counter("storyport_game_codes_redeemed_total", "Codes redeemed for tokens."),
    seatsRedeemed: this.#counter("storyport_seats_redeemed_total", "Seats at waiting devices redeemed for tokens."),
    tokensRefreshed: this.#counter("storyport_tokens_refreshed_total", "Refresh tokens exchanged for new tokens."),
    refreshTokensReused: this.#counter(
      "storyport_refresh_token_reuse_total",
      "Families of tokens ended because a refresh token came twice.",
    ),
  };
  readonly #hashWait = new Histogram({
    name: "storyport_hash_wait_seconds",
    help: "Time that a password waited for a hashing thread.",
    buckets: waitBuckets,
    registers: [this.registry],
  });
  // Prometheus itself adds a label `job`.
  readonly #jobSeconds = this.#gauge("storyport_job_last_duration_seconds", "Duration of the job's last run in this process.", ["task"]);
  readonly #jobDone = this.#gauge("storyport_job_last_success_timestamp_seconds", "When the job last succeeded in this process.", ["task"]);
  readonly #jobFailures = this.#counter("storyport_job_failures_total", "Failed runs of the job in this process.", ["task"]);

  constructor({ version, commit, node }: BuildInfo) {
    collectDefaultMetrics({ register: this.registry });
    this.#gauge("storyport_build_info", "The running version; the value is always 1.", ["version", "commit", "node"])
      .labels(version, commit ?? "unknown", node)
      .set(1);
  }

  answered(request: FastifyRequest, reply: FastifyReply): void {
    const { config, url = "none" } = request.routeOptions;
    const { endpoint } = config;
    const name = endpoint?.name ?? url;
    const code = request.refused?.code;
    if (code !== undefined) this.#refusals.inc({ endpoint: name, code });
    const method = endpoint === undefined ? undefined : loginMethods.get(endpoint.name);
    if (method !== undefined) this.loggedIn(method, code ?? (reply.statusCode < 500 ? "success" : "errors.unexpected"));
    this.#measure(request, reply, `${Math.trunc(reply.statusCode / 100)}xx`);
  }

  abandoned(request: FastifyRequest, reply: FastifyReply): void {
    this.#measure(request, reply, "abandoned");
  }

  #measure({ method, routeOptions: { config, url = "none" } }: FastifyRequest, { elapsedTime }: FastifyReply, status: string): void {
    const { endpoint } = config;
    // A stream is open for hours, which says nothing about the portal.
    if (endpoint?.responseKind === "events") return;
    const labels = { endpoint: endpoint?.name ?? url, method: methods.has(method) ? method : "other", status };
    this.#requests.observe(labels, elapsedTime / 1000);
  }

  loggedIn(method: LoginMethod, outcome: "success" | ErrorCode): void {
    this.#logins.inc({ method, outcome });
  }

  count(what: Counted): void {
    this.#counted[what].inc();
  }

  hashWaited(seconds: number): void {
    this.#hashWait.observe(seconds);
  }

  jobRan(job: string, { isDone, seconds }: { isDone: boolean; seconds: number }): void {
    this.#jobSeconds.set({ task: job }, seconds);
    if (isDone) this.#jobDone.setToCurrentTime({ task: job });
    else this.#jobFailures.inc({ task: job });
  }

  watchBoards(read: () => number): void {
    this.watch({ name: "storyport_boards_open", help: "Boards of lessons that are open in this process." }, read);
  }

  /** Adds a value that is read at each scrape. */
  watch({ name, help }: { name: string; help: string }, read: () => number): void {
    void new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  /** Adds a read that `text` waits for. */
  readFirst(read: () => Promise<void>): void {
    this.#reads.push(read);
  }

  /** Returns everything in Prometheus' format. Concurrent scrapes share one read. */
  async text(): Promise<string> {
    this.#reading ??= Promise.all(this.#reads.map((read) => read())).finally(() => (this.#reading = undefined));
    await this.#reading;
    return this.registry.metrics();
  }

  #counter(name: string, help: string, labelNames: string[] = []): Counter {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  #gauge(name: string, help: string, labelNames: string[]): Gauge {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }
}

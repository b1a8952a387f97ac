/** One connection that listens to the messages of the database (LISTEN and NOTIFY). Not from the pool: it is never given back. */
import pg from "pg";
import { Servers } from "./addresses.ts";
import { connectionTimeout } from "./pool.ts";
import { connectToPrimary } from "./primary.ts";

export interface Listening {
  onMessage(message: string): void;
  /**
   * Messages may have been lost: the connection was away. Also called when it is there for the first time. The embedded database never calls
   * it, because its connection is always there.
   */
  onGap?(): void;
}

/** Returns a function that stops listening. If the connection is not there yet, `onGap` says when it is. */
export type Listen = (channel: string, listening: Listening) => Promise<() => Promise<void>>;

/** Milliseconds until the next try to connect. Each failure doubles the pause. */
const firstPause = 250;
const longestPause = 10_000;
/** A connection can die without a word. A question that stays without an answer shows it. */
const askEvery = 15_000;

/** Connects with the first channel, and again after each loss. */
export class Listener {
  readonly #servers: Servers;
  readonly #channels = new Map<string, Set<Listening>>();
  #client: pg.Client | undefined;
  #connecting: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pause = firstPause;
  #isClosed = false;

  constructor(url: string) {
    this.#servers = new Servers(url);
  }

  readonly listen: Listen = async (channel, listening) => {
    const others = this.#channels.get(channel);
    this.#channels.set(channel, (others ?? new Set()).add(listening));
    if (this.#client === undefined) await (this.#connecting ??= this.#connect());
    // A statement fails if the connection is lost. Then the next connection listens to every channel.
    else if (others === undefined) await this.#client.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
    return async () => void this.#channels.get(channel)?.delete(listening);
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#connecting;
    const last = this.#client;
    this.#client = undefined;
    await last?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    let client: pg.Client | undefined;
    try {
      client = await this.#newClient();
      for (const channel of this.#channels.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      this.#client = client;
      this.#pause = firstPause;
      this.#askLater(client);
      for (const listeners of this.#channels.values()) listeners.forEach(({ onGap }) => onGap?.());
    } catch {
      if (client !== undefined) this.#lose(client);
      this.#connectLater();
    } finally {
      this.#connecting = undefined;
    }
  }

  async #newClient(): Promise<pg.Client> {
    // A standby refuses to listen.
    const client = await connectToPrimary(this.#servers, {
      connectionTimeoutMillis: connectionTimeout,
      query_timeout: connectionTimeout,
      keepAlive: true,
    });
    client.on("error", () => this.#lose(client));
    client.on("end", () => this.#lose(client));
    client.on("notification", ({ channel, payload = "" }) => this.#channels.get(channel)?.forEach(({ onMessage }) => onMessage(payload)));
    return client;
  }

  #lose(lost: pg.Client): void {
    lost.removeAllListeners("notification");
    lost.end().catch(() => undefined);
    if (this.#client !== lost) return;
    this.#client = undefined;
    this.#connectLater();
  }

  #connectLater(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void (this.#connecting ??= this.#connect()), this.#pause).unref();
    this.#pause = Math.min(this.#pause * 2, longestPause);
  }

  #askLater(client: pg.Client): void {
    clearTimeout(this.#timer);
    const ask = (): void =>
      void client.query("select").then(
        () => this.#client === client && this.#askLater(client),
        () => this.#lose(client),
      );
    this.#timer = setTimeout(ask, askEvery).unref();
  }
}

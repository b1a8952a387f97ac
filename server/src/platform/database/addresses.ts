/**
 * The address of PostgreSQL may name several servers: `postgres://user@one:5432,two:5432/name`. node-postgres knows one server
 * for each connection, so this file splits the address. https://www.postgresql.org/docs/current/libpq-connect.html
 */
import pg from "pg";

/** What a server must be, by libpq's names. The portal writes, so a standby never suits. */
export type ServerKind = "primary" | "read-write";

export interface Addresses {
  /** An address for each server, in the order of the setting. */
  servers: readonly string[];
  kind: ServerKind;
}

const parts = /^(?<scheme>postgres(?:ql)?:\/\/)(?<user>[^/?#@]*@)?(?<hosts>[^/?#]*)(?<path>[^?#]*)(?:\?(?<query>[^#]*))?$/;
const kinds = /^(?:primary|read-write)$/;

/** Throws with the end of a sentence about what is wrong ("must be ..."), without the address itself, which has a password. */
export function readAddresses(url: string): Addresses {
  const { scheme, user = "", hosts = "", path = "", query = "" } = parts.exec(url)?.groups ?? {};
  if (scheme === undefined) throw new Error("must be postgres://user:password@host:5432/name (a / or @ in the password as %2F or %40)");
  const parameters = query.split("&").filter((parameter) => parameter !== "");
  const wanted = parameters.find((parameter) => parameter.startsWith("target_session_attrs="))?.split("=", 2)[1] ?? "primary";
  if (!kinds.test(wanted)) throw new Error("has target_session_attrs other than primary or read-write, and the portal writes");
  // The driver would read such a list as a single value.
  if (parameters.some((parameter) => /^(?:host|port)=.*(?:,|%2c)/i.test(parameter))) {
    throw new Error("lists servers in host= or port=. Write them before the name: postgres://user@one:5432,two:5432/name");
  }
  const kept = parameters.filter((parameter) => !parameter.startsWith("target_session_attrs="));
  const end = `${path}${kept.length === 0 ? "" : `?${kept.join("&")}`}`;
  const servers = hosts.split(",").map((host) => `${scheme}${user}${host}${end}`);
  for (const [index, server] of servers.entries()) requireServer(server, servers.length === 1 ? "" : ` ${index + 1}`);
  return { servers, kind: wanted as ServerKind };
}

function requireServer(address: string, number: string): void {
  const [, host = ""] = /^[^/]+\/\/(?:[^/?#@]*@)?([^/?#]*)/.exec(address) ?? [];
  const hasHost = (host !== "" && !host.startsWith(":")) || /[?&]host=[^&]/.test(address);
  if (!hasHost) throw new Error(`has no host for its server${number}; a folder of sockets is ?host=/run/postgresql`);
  const fault = faultOf(address);
  if (fault !== undefined) throw new Error(`has a server${number} that cannot be read (${fault})`);
}

/** The driver itself reads the address here. It connects later. */
function faultOf(address: string): string | undefined {
  try {
    return Number.isNaN(new pg.Client(address).port) ? "port" : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The servers in turn. A server is kept until it fails. Each holder (the pool, the listener, the connection of one script) finds out for itself. */
export class Servers {
  readonly count: number;
  readonly kind: ServerKind;
  readonly #all: readonly string[];
  #place = 0;

  constructor(url: string) {
    const { servers, kind } = readAddresses(url);
    this.#all = servers;
    this.kind = kind;
    this.count = servers.length;
  }

  get present(): string {
    return this.#all[this.#place] ?? "";
  }

  /** Several connections may fail at once, and only the first of them moves on. */
  passOver(address: string): void {
    if (address === this.present) this.#place = (this.#place + 1) % this.count;
  }
}

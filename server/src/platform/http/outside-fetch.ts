/**
 * Requests to addresses that people typed, such as a game's logout address. Such an address may lead into the operator's own
 * network. So each resolved address is checked, and the connection goes to exactly the checked addresses. An address of the operator's
 * settings is not checked (`isOperatorsOwn`).
 */
import { lookup, Resolver } from "node:dns/promises";
import type { LookupAddress } from "node:dns";
import type { ClientRequest, IncomingHttpHeaders, RequestOptions } from "node:http";
import { BlockList, isIP } from "node:net";
import type { LookupFunction } from "node:net";
import type { Settings } from "#/platform/settings.ts";

export interface OutsideRequest {
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
}

export interface OutsideAnswer {
  /** Any status. A redirect is an answer like others, and is never followed. */
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Why there is no answer. "address": not an address that may be called. "private": it leads into a private or reserved network.
 * "unreachable": no such name, no connection, or a connection that broke. "certificate": TLS failed. "too slow" and "too large": it
 * exceeded a limit.
 */
export type OutsideFaultReason = "address" | "private" | "unreachable" | "certificate" | "too slow" | "too large";

export class OutsideFault extends Error {
  readonly reason: OutsideFaultReason;

  constructor(reason: OutsideFaultReason, options?: ErrorOptions) {
    super(`The address gave no answer: ${reason}`, options);
    this.reason = reason;
  }
}

/** Throws an `OutsideFault`, and nothing else. */
export type OutsideFetch = (address: string, request?: OutsideRequest) => Promise<OutsideAnswer>;

type Resolve = (name: string, signal: AbortSignal) => Promise<LookupAddress[]>;

export interface OutsideFetchOptions {
  /** The limit of the whole request, with the name's resolution. */
  milliseconds?: number;
  /** The limit of the answer's body. */
  maxBytes?: number;
  /** Ends its work when the signal aborts. */
  resolve?: Resolve;
  /** The operator's settings name the address, so it may be private, and http. */
  isOperatorsOwn?: boolean;
  /** Certificates to trust instead of the usual ones. */
  ca?: string;
}

/** The limit of the answer's headers. */
const maxHeaderBytes = 16_384;

/** Everything that is no public unicast address (the special-purpose registries of IANA). A list each, because a list maps IPv4 into IPv6. */
const notPublic = {
  ipv4: rangesOf(
    "ipv4",
    `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
     192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`,
  ),
  // Outside 2000::/3 lie loopback, mapped, translated, local and multicast addresses. Inside, some lead to an IPv4 address.
  ipv6: rangesOf("ipv6", "::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16 3fff::/20"),
};

function rangesOf(kind: "ipv4" | "ipv6", ranges: string): BlockList {
  const list = new BlockList();
  for (const range of ranges.split(/\s+/)) {
    const [network = "", bits] = range.split("/");
    list.addSubnet(network, Number(bits), kind);
  }
  return list;
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * Only https, to public addresses. Outside production also http. Where the demo world is, also this machine (DESIGN A27), because the
 * stand-ins are there.
 */
export function createOutsideFetch(
  { isProduction, isDemo }: Pick<Settings, "isProduction" | "isDemo">,
  {
    milliseconds = 5000,
    maxBytes = 65_536,
    isOperatorsOwn = false,
    resolve = isOperatorsOwn ? lookUp : resolveAll,
    ca,
  }: OutsideFetchOptions = {},
): OutsideFetch {
  return async (address, asked = {}) => {
    const url = urlOf(address, isProduction && !isOperatorsOwn);
    const signal = AbortSignal.timeout(milliseconds);
    const name = url.hostname.replace(/^\[(.+)\]$/, "$1");
    const addresses = await untilAborted(addressesOf(name, resolve, signal), signal);
    if (!isOperatorsOwn && !addresses.every((found) => isAllowed(found, isDemo))) throw new OutsideFault("private");
    const options: RequestOptions & { ca?: string } = {
      method: asked.method ?? "GET",
      headers: { "accept-encoding": "identity", ...asked.headers },
      agent: false,
      signal,
      maxHeaderSize: maxHeaderBytes,
      lookup: pinnedTo(addresses),
      ...(ca !== undefined && { ca }),
    };
    // Imported with the first request: an import of node:http loads the whole of Node's fetch too.
    const { request } = url.protocol === "https:" ? await import("node:https") : await import("node:http");
    return answerOf(request(url, options), { body: asked.body, maxBytes, signal });
  };
}

function urlOf(address: string, needsHttps: boolean): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isScheme = url?.protocol === "https:" || (url?.protocol === "http:" && !needsHttps);
  if (url === undefined || !isScheme || url.username !== "" || url.password !== "") throw new OutsideFault("address");
  return url;
}

/** Asks the name servers itself. `lookup` would hold one of the few threads of Node, and could not be ended. */
async function resolveAll(name: string, signal: AbortSignal): Promise<LookupAddress[]> {
  if (name === "localhost") {
    return [
      { address: "127.0.0.1", family: 4 },
      { address: "::1", family: 6 },
    ];
  }
  const resolver = new Resolver({ timeout: 2000, tries: 1 });
  signal.addEventListener("abort", () => resolver.cancel(), { once: true });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((answer, index) =>
    answer.status === "rejected" ? [] : answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })),
  );
}

/** The names of the operator's own network may be known to this machine alone. */
const lookUp: Resolve = (name) => lookup(name, { all: true });

/** `URL` has already turned decimal, octal and short forms of an IPv4 address into the usual form. */
async function addressesOf(name: string, resolve: Resolve, signal: AbortSignal): Promise<LookupAddress[]> {
  const family = isIP(name);
  if (family !== 0) return [{ address: name, family }];
  const found = await resolve(name, signal).catch((error: unknown) => {
    throw new OutsideFault("unreachable", { cause: error });
  });
  if (found.length === 0) throw new OutsideFault("unreachable");
  return found;
}

function isAllowed({ address, family }: LookupAddress, isDemo: boolean): boolean {
  const kind = family === 6 ? "ipv6" : "ipv4";
  return !notPublic[kind].check(address, kind) || (isDemo && loopback.check(address, kind));
}

/** The name is not resolved a second time, because the second answer could be another one. */
function pinnedTo(addresses: LookupAddress[]): LookupFunction {
  return (_name, { all }, done) => {
    const [first] = addresses;
    if (all === true) done(null, addresses);
    else done(null, first?.address ?? "", first?.family);
  };
}

/** Does not wait for the resolver to notice the end. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new OutsideFault("too slow")), { once: true });
    work.then(resolve, reject);
  });
}

interface Expected {
  body: string | undefined;
  maxBytes: number;
  signal: AbortSignal;
}

function answerOf(sent: ClientRequest, { body, maxBytes, signal }: Expected): Promise<OutsideAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => reject(faultOf(error, signal));
    sent.on("error", fail);
    sent.on("upgrade", (_answer, socket) => {
      socket.destroy();
      fail(new OutsideFault("unreachable"));
    });
    sent.on("response", (answer) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      answer.on("data", (part: Buffer) => {
        bytes += part.length;
        if (bytes > maxBytes) sent.destroy(new OutsideFault("too large"));
        else parts.push(part);
      });
      answer.on("error", fail);
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }));
      answer.on("close", () => fail(new OutsideFault("unreachable")));
    });
    sent.end(body);
  });
}

function faultOf(error: unknown, signal: AbortSignal): OutsideFault {
  if (error instanceof OutsideFault) return error;
  if (signal.aborted) return new OutsideFault("too slow", { cause: error });
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "HPE_HEADER_OVERFLOW") return new OutsideFault("too large", { cause: error });
  const isCertificate = /CERT|SIGNATURE|^ERR_(TLS|SSL)|^EPROTO$/.test(code);
  return new OutsideFault(isCertificate ? "certificate" : "unreachable", { cause: error });
}

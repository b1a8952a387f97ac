/**
 * The names that proxies give a request: `x-request-id` and `traceparent` (W3C Trace Context). Only those of our own proxies count.
 * Anybody else could write the names of other requests into the log.
 */
import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

export interface Trace {
  traceId: string;
  /** The span of the proxy. */
  parentId: string;
  /** Two hexadecimal digits; the last bit says whether the trace is recorded. */
  flags: string;
}

export interface TraceHeaders {
  /** Returns the proxy's id of the request, else a new one. */
  requestId(raw: IncomingMessage): string;
  /** Returns the trace that the proxy began, if any. */
  trace(raw: IncomingMessage): Trace | undefined;
}

/** Ids become part of each line and of the history, so their length and letters are limited. */
const wellFormedId = /^[\w.:+=@/-]{8,64}$/;
const wellFormedTrace = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

export function createTraceHeaders(trustedProxies: readonly string[]): TraceHeaders {
  const trusted = listOf(trustedProxies);
  const isFromProxy = ({ socket }: IncomingMessage): boolean => {
    const address = socket.remoteAddress ?? "";
    const family = isIP(address);
    return family !== 0 && trusted.check(address, family === 4 ? "ipv4" : "ipv6");
  };
  return {
    requestId(raw) {
      const given = raw.headers["x-request-id"];
      return typeof given === "string" && wellFormedId.test(given) && isFromProxy(raw) ? given : randomUUID();
    },
    trace(raw) {
      const given = raw.headers["traceparent"];
      if (typeof given !== "string" || !isFromProxy(raw)) return undefined;
      const [, traceId, parentId, flags] = wellFormedTrace.exec(given) ?? [];
      return traceId === undefined || parentId === undefined || flags === undefined ? undefined : { traceId, parentId, flags };
    },
  };
}

/** Answers a trace with our own part of it (W3C Trace Context, level 2, `traceresponse`). */
export function traceResponse({ traceId, flags }: Trace): string {
  return `00-${traceId}-${randomBytes(8).toString("hex")}-${flags}`;
}

function listOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of addresses) {
    const [address = "", bits] = entry.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    list.addSubnet(address, bits === undefined ? (family === "ipv4" ? 32 : 128) : Number(bits), family);
  }
  return list;
}

/** Who calls, as far as the floor can tell: what operations need for throttling and history, and the session if there is one. */
import { isIPv4, isIPv6 } from "node:net";
import type { SessionStage } from "@storyport/contract/endpoint";
import type { LoginType } from "@storyport/contract/vocabulary";

export interface Caller {
  requestId: string;
  /** One bucket per IPv4 address and per IPv6 /64: whoever has one address of a /64 has them all. */
  addressBucket: string;
  /** Shortened for history: /24 or /48. */
  network: string;
}

/** A session and its account, as they were in the database a moment ago. */
export interface Session {
  digest: Buffer;
  accountId: string;
  organizationId: string | undefined;
  email: string | undefined;
  displayName: string | undefined;
  locale: string;
  loginType: LoginType;
  stage: SessionStage;
  roles: string[];
  permissions: string[];
  feideServices: string[];
}

export type LoggedInCaller = Caller & { session: Session };

/** Whoever runs the machine (`npm run admin`): no session, no address. */
export const operator: Caller = { requestId: "console", network: "console", addressBucket: "" };

/** An administrator who is logged in, or the operator. */
export type AdministratorCaller = Caller & { session?: Session };

export function describeCaller(requestId: string, address: string): Caller {
  const plain = canonicalAddress(address);
  if (plain === undefined) return { requestId, addressBucket: "unknown", network: "unknown" };
  if (!isIPv6(plain)) return { requestId, addressBucket: plain, network: `${plain.split(".").slice(0, 3).join(".")}.0/24` };
  const groups = expandIPv6(plain);
  return {
    requestId,
    addressBucket: `${groups.slice(0, 4).join(":")}::/64`,
    network: `${groups.slice(0, 3).join(":")}::/48`,
  };
}

/**
 * The one spelling of an address. Proxies write ports, brackets, capitals and leading zeros into X-Forwarded-For; each
 * spelling would be a bucket of its own. Undefined for what is no address: all such share one bucket, none escapes it.
 */
function canonicalAddress(written: string): string | undefined {
  const withoutPort = /^\[(.+)\](?::\d+)?$/.exec(written)?.[1] ?? /^([\d.]+):\d+$/.exec(written)?.[1] ?? written;
  const [address = ""] = withoutPort.split("%", 1);
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(canonical);
  return mapped === null ? canonical : dotted(mapped[1] ?? "", mapped[2] ?? "");
}

function dotted(high: string, low: string): string {
  return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join(".");
}

/** Of an address as `URL` writes it: hexadecimal groups only, the longest run of zeros left out. */
function expandIPv6(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return [...left, ...zeros, ...right];
}

/** Who calls, as far as the floor can tell: what operations need for throttling and history, and the session if there is one. */
import { isIP, isIPv4 } from "node:net";
import type { SessionStage } from "@storyport/contract/endpoint";
import type { LoginType } from "@storyport/contract/vocabulary";
import ipaddr from "ipaddr.js";

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

/** `address` is undefined where the caller has gone already. What is no address shares one bucket: none escapes it. */
export function describeCaller(requestId: string, address: string | undefined): Caller {
  // Almost all are plain IPv4, of which there is one spelling.
  if (address !== undefined && isIPv4(address)) return { requestId, ...describeIPv4(address) };
  const known = address === undefined ? undefined : readAddress(address);
  if (known === undefined) return { requestId, addressBucket: "unknown", network: "unknown" };
  if (known instanceof ipaddr.IPv4) return { requestId, ...describeIPv4(known.toString()) };
  const groups = known.parts.map((part) => part.toString(16));
  return { requestId, addressBucket: `${groups.slice(0, 4).join(":")}::/64`, network: `${groups.slice(0, 3).join(":")}::/48` };
}

function describeIPv4(address: string): Pick<Caller, "addressBucket" | "network"> {
  return { addressBucket: address, network: `${address.slice(0, address.lastIndexOf("."))}.0/24` };
}

/**
 * Proxies write ports, brackets, capitals and leading zeros into X-Forwarded-For; each spelling would be a bucket of its own. Node says
 * what an address is: the library also takes hexadecimal and octal ones.
 */
function readAddress(written: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const withoutPort = /^\[(.+)\](?::\d+)?$/.exec(written)?.[1] ?? /^([\d.]+):\d+$/.exec(written)?.[1] ?? written;
  const [address = ""] = withoutPort.split("%", 1);
  return isIP(address) === 0 ? undefined : ipaddr.process(address);
}

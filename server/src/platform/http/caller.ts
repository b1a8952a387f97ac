/** Who calls, as far as the floor can tell: what operations need for throttling and history, and the session if there is one. */
import { isIPv6 } from "node:net";
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
  stage: "FULL" | "SECOND_FACTOR";
  roles: string[];
  permissions: string[];
  feideServices: string[];
}

export type LoggedInCaller = Caller & { session: Session };

export function describeCaller(requestId: string, address: string): Caller {
  const plain = address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
  if (!isIPv6(plain)) return { requestId, addressBucket: plain, network: `${plain.split(".").slice(0, 3).join(".")}.0/24` };
  const groups = expandIPv6(plain);
  return {
    requestId,
    addressBucket: `${groups.slice(0, 4).join(":")}::/64`,
    network: `${groups.slice(0, 3).join(":")}::/48`,
  };
}

function expandIPv6(address: string): string[] {
  const [head = "", tail] = address.split("%", 1).join("").split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return [...left, ...zeros, ...right];
}

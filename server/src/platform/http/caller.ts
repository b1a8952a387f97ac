/** The caller of an operation: data for throttling and history, and the session if there is one. */
import { isIP, isIPv4 } from "node:net";
import type { SessionStage } from "@storyport/contract/endpoint";
import type { LoginType } from "@storyport/contract/vocabulary";
import ipaddr from "ipaddr.js";

export interface Caller {
  requestId: string;
  /**
   * One bucket per IPv4 address and per IPv6 /64, because the holder of one address in a /64 holds all. Empty for the portal and its
   * operator, whose actions are not counted.
   */
  addressBucket: string;
  /** Shortened for history: /24 or /48. */
  network: string;
}

/** A session and its account, read from the database for this call. */
export interface Session {
  digest: Buffer;
  accountId: string;
  /** The only organization that the session reaches; undefined for all organizations of the account. */
  organizationId: string | undefined;
  email: string | undefined;
  displayName: string | undefined;
  locale: string;
  loginType: LoginType;
  stage: SessionStage;
  /** Whether a passkey proved the owner. */
  byPasskey: boolean;
  /** Set if an organization requires passkeys, and the session ends soon without the proof of one (docs/decisions/0082). */
  passkeyDue?: PasskeyDue | undefined;
  roles: string[];
  permissions: string[];
  feideServices: string[];
  /** Set if an administrator sees the portal as another person sees it. */
  supportView?: SupportView | undefined;
}

export interface PasskeyDue {
  at: Date;
  /** Whether the account has a passkey that works. */
  hasPasskey: boolean;
}

/**
 * While the view is open, the session is the viewed person's. When it is over, the session is the administrator's again. It changes
 * nothing until the browser has left the view, because its pages may still show the viewed person.
 */
export interface SupportView {
  id: string;
  administratorId: string;
  viewed: { accountId: string; name: string };
  secondsLeft: number;
  isOpen: boolean;
}

/** A caller with a session. The endpoint's `access` says whether it may be a half session, or a child's. */
export type LoggedInCaller = Caller & { session: Session };

/** The network of the portal itself, and of a caller whose network another school must not learn. */
export const portalNetwork = "portal";

/** The operator at the command line (`npm run admin`), without session and address. */
export const operator: Caller = { requestId: "console", network: "console", addressBucket: "" };

/** A logged-in administrator, or the operator. */
export type AdministratorCaller = Caller & { session?: Session };

/**
 * `address` is undefined if the client has already disconnected. All invalid addresses share one bucket, so that none escapes
 * throttling.
 */
export function describeCaller(requestId: string, address: string | undefined): Caller {
  // Almost all addresses are plain IPv4, which has one spelling.
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
 * Proxies write ports, brackets, capitals and leading zeros into X-Forwarded-For, and each spelling would get its own bucket.
 * Node decides what is an address, because the library also accepts hexadecimal and octal ones.
 */
function readAddress(written: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const withoutPort = /^\[(.+)\](?::\d+)?$/.exec(written)?.[1] ?? /^([\d.]+):\d+$/.exec(written)?.[1] ?? written;
  const [address = ""] = withoutPort.split("%", 1);
  return isIP(address) === 0 ? undefined : ipaddr.process(address);
}

/** Returns the account that acts. During a support view that is the administrator's, not the viewed one. */
export function actorOf({ accountId, supportView }: Session): string {
  return supportView?.isOpen === true ? supportView.administratorId : accountId;
}

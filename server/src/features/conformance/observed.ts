/** What a test issuer and `driveGame` saw, as it is kept. Values whose names are known as secrets (`secretNames`) are shortened first. */
import type { ObservationKind } from "@storyport/contract/conformance";

/** What the verdicts are drawn from. */
export interface Facts {
  /** AUTHORIZE: the callback is registered (`matchCallback`), or is that of a walk. TOKEN: `redirect_uri` is the callback of the login. */
  isRightCallback?: boolean;
  challenge?: "S256" | "missing" | "malformed";
  hasState?: boolean;
  /** AUTHORIZE: an OpenID client asked for "openid". */
  isOpenid?: boolean;
  /** TOKEN: whether the game's PKCE verifier fits the challenge. "plain": it is the challenge itself. */
  verifier?: "right" | "plain" | "missing" | "wrong";
  /** TOKEN: the code was redeemed before. REFRESH: a former refresh token came back. */
  isReplay?: boolean;
  /** The status that the issuer answered, or that the callback answered. */
  status?: number;
  /** RIGHTS: the page, from 1. */
  page?: number;
  /** RIGHTS: the kind of rights that the game asked for, such as "players", and whether the page is the last. */
  kind?: string;
  isLast?: boolean;
  /** UNREACHABLE: the failure, or "no login" if the game led to no login. */
  why?: string;
}

export interface Seen {
  /** Absent for a call that belongs to no login of the run. */
  loginId?: string | undefined;
  kind: ObservationKind;
  request: Record<string, string>;
  response: Record<string, string>;
  facts: Facts;
}

const secretNames = new Set([
  "code",
  "state",
  "clientCode",
  "code_challenge",
  "nonce",
  "code_verifier",
  "refresh_token",
  "access_token",
  "accessToken",
  "refreshToken",
  "id_token",
  "id_token_hint",
  "logout_token",
  "device_code",
  "token",
  "client_secret",
  "authorization",
]);
const mostMembers = 20;
const longest = 300;

/** Returns plain text members, cut to a length that the database and a page can hold. */
export function shown(members: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(members)
      .filter(([, value]) => value !== undefined && value !== null)
      .slice(0, mostMembers)
      .map(([name, value]) => {
        const text = typeof value === "string" ? value : JSON.stringify(value);
        return [storable(name.slice(0, 60)), storable(secretNames.has(name) ? shortened(text) : text.slice(0, longest))];
      }),
  );
}

/** Returns an address without user and password, and with the secrets of its query shortened. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return storable(address.slice(0, longest));
  const url = new URL(address);
  for (const name of secretNames) {
    const value = url.searchParams.get(name);
    if (value !== null) url.searchParams.set(name, shortened(value));
  }
  url.username = "";
  url.password = "";
  return storable(readable(url.href).slice(0, longest));
}

/** A game may send any octets, and not all are UTF-8. */
function readable(href: string): string {
  try {
    return decodeURI(href);
  } catch {
    return href;
  }
}

function shortened(secret: string): string {
  return secret.length <= 8 ? "…" : `${secret.slice(0, 4)}… (${secret.length})`;
}

/** PostgreSQL stores no null character and no half of a surrogate pair. Call it last, because a cut may leave such a half. */
export function storable(text: string): string {
  return text.replaceAll("\u0000", "").toWellFormed();
}

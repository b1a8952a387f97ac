/** The rule for a game's callback addresses (RFC 8252, section 7; DESIGN A17): one pure function for form, call and command line. */
import type { CallbackKind } from "#/vocabulary.ts";

export interface Callback {
  url: string;
  kind: CallbackKind;
}

/** The fault of an address in words, for callers without our web. The web translates by the key. */
export const callbackFaults = {
  characters:
    "Use no spaces, #, @ or \\, and only the letters a to z. Write other letters as browsers do: xn-- in names, percent signs in paths.",
  web: "A web address starts with https:// and has a path, such as https://game.example/callback.",
  loopback:
    "An address on the player's own machine starts with http://127.0.0.1/ or http://[::1]/, without a port: every port is accepted.",
  app: "An app's address starts with a scheme in lower case that has a dot in it, such as org.example.game:/login.",
  spelling:
    "The address is compared letter by letter, so write it as browsers do: no capitals or default port in the name, no /../ in the path.",
} as const;
export type CallbackFault = keyof typeof callbackFaults;

/** The database checks the same (game_callbacks__safe). WEB also takes this machine with a port, for a web game in development. */
const shapes: Record<CallbackKind, RegExp> = {
  WEB: /^(https:\/\/[^/]+\/|http:\/\/127\.0\.0\.1:\d+\/)/,
  LOOPBACK: /^http:\/\/(127\.0\.0\.1|\[::1\])\//,
  APP: /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:/,
};
const shapeFaults = { WEB: "web", LOOPBACK: "loopback", APP: "app" } as const;

/**
 * A name, an IPv4 address or [::1], perhaps with a port. No other signs, because the server writes addresses of LOOPBACK games into the
 * content security policy, where `*` and `;` have meanings.
 */
const plainOrigin = /^https?:\/\/([a-z0-9-]+(\.[a-z0-9-]+)*|\[::1\])(:\d+)?$/;

/**
 * Returns undefined for a valid callback address. Valid are https anywhere, http on a loopback address alone, and an app's own
 * scheme with a dot. No user name and no fragment. A web address must be written as browsers write it, since it is compared
 * exactly.
 */
export function callbackFault({ url, kind }: Callback): CallbackFault | undefined {
  if (!/^[\x21-\x7e]+$/.test(url) || /[\\#@]/.test(url)) return "characters";
  if (!shapes[kind].test(url) || !URL.canParse(url)) return shapeFaults[kind];
  if (kind === "APP") return undefined;
  const { href, origin } = new URL(url);
  if (!plainOrigin.test(origin)) return "characters";
  return href === url ? undefined : "spelling";
}

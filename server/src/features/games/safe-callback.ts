import type { CallbackKind } from "@storyport/contract/vocabulary";

export interface Callback {
  url: string;
  kind: CallbackKind;
}

/** What the table's own check demands (game_callbacks__safe). */
const shapes: Record<CallbackKind, RegExp> = {
  WEB: /^(https:\/\/[^/]+\/|http:\/\/127\.0\.0\.1:\d+\/)/,
  LOOPBACK: /^http:\/\/(127\.0\.0\.1|\[::1\])\//,
  APP: /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:/,
};

/** A name or an IPv4 address, with a port: this origin goes into the content security policy, where `*` and `;` have meanings. */
const plainOrigin = /^https?:\/\/([a-z0-9-]+(\.[a-z0-9-]+)*|\[::1\])(:\d+)?$/;

/**
 * Whether a game may be called back there (RFC 8252, section 7; DESIGN A17): https anywhere, http on a loopback address alone, or an
 * app's own scheme with a dot in it; no user name, no fragment. A web address has to be written as browsers write it, since it is
 * compared exactly.
 */
export function isSafeCallback({ url, kind }: Callback): boolean {
  if (!/^[\x21-\x7e]+$/.test(url) || /[\\#@]/.test(url) || !shapes[kind].test(url) || !URL.canParse(url)) return false;
  const { href, origin } = new URL(url);
  return kind === "APP" || (href === url && plainOrigin.test(origin));
}

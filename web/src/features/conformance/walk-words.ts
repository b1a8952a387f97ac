import { m } from "@storyport/texts/messages";
import type { WalkStep } from "./walk-requests.ts";

type Words = Record<WalkStep, () => string>;

export const stepNames: Words = {
  authorize: () => m["bench.walkStep_authorize"](),
  token: () => m["bench.walkStep_token"](),
  rights: () => m["bench.walkStep_rights"](),
  userinfo: () => m["bench.walkStep_userinfo"](),
  refresh: () => m["bench.walkStep_refresh"](),
  reuse: () => m["bench.walkStep_reuse"](),
  ended: () => m["bench.walkStep_ended"](),
  revoke: () => m["bench.walkStep_revoke"](),
};

export const stepReasons: Words = {
  authorize: () => m["bench.walkWhy_authorize"](),
  token: () => m["bench.walkWhy_token"](),
  rights: () => m["bench.walkWhy_rights"](),
  userinfo: () => m["bench.walkWhy_userinfo"](),
  refresh: () => m["bench.walkWhy_refresh"](),
  reuse: () => m["bench.walkWhy_reuse"](),
  ended: () => m["bench.walkWhy_ended"](),
  revoke: () => m["bench.walkWhy_revoke"](),
};

interface Meaning {
  text: () => string;
  /** Where the rule is written; none for what is ours alone. */
  clause?: string;
}

const game: Meaning = { text: () => m["bench.walkPart_gameId"](), clause: "RFC 6749, 2.2" };
const callback: Meaning = { text: () => m["bench.walkPart_callbackUrl"](), clause: "RFC 6749, 3.1.2" };
const refreshToken: Meaning = { text: () => m["bench.walkPart_refresh_token"](), clause: "RFC 6749, 1.5" };

const meanings: Readonly<Record<string, Meaning>> = {
  gameId: game,
  client_id: game,
  scope: { text: () => m["bench.walkPart_scope"](), clause: "RFC 6749, 3.3" },
  state: { text: () => m["bench.walkPart_state"](), clause: "RFC 6749, 10.12" },
  clientCode: { text: () => m["bench.walkPart_clientCode"](), clause: "RFC 7636, 4.2" },
  callbackUrl: callback,
  redirect_uri: callback,
  nonce: { text: () => m["bench.walkPart_nonce"](), clause: "OpenID Connect Core, 3.1.2.1" },
  code: { text: () => m["bench.walkPart_code"](), clause: "RFC 6749, 4.1.2" },
  iss: { text: () => m["bench.walkPart_iss"](), clause: "RFC 9207, 2" },
  grant_type: { text: () => m["bench.walkPart_grant_type"](), clause: "RFC 6749, 4.1.3" },
  code_verifier: { text: () => m["bench.walkPart_code_verifier"](), clause: "RFC 7636, 4.5" },
  access_token: { text: () => m["bench.walkPart_access_token"](), clause: "RFC 9068, 2" },
  refresh_token: refreshToken,
  token: refreshToken,
  id_token: { text: () => m["bench.walkPart_id_token"](), clause: "OpenID Connect Core, 2" },
  error: { text: () => m["bench.walkPart_error"](), clause: "RFC 6749, 5.2" },
};

/** Our own calls refuse with a `code` too (`errors.` and a word). It is no game code. */
const refusal: Meaning = { text: () => m["bench.walkPart_error"]() };

/** What a member of a request or an answer means; undefined for a member that explains itself. */
export function meaningOf(name: string, value: string): Meaning | undefined {
  if (name === "code" && value.startsWith("errors.")) return refusal;
  return Object.hasOwn(meanings, name) ? meanings[name] : undefined;
}

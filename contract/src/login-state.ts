/** A game's request, stored by the browser during a login (specification, section 3). It never contains a secret. */
import { limits } from "#/limits.ts";
import { loginTypes } from "#/providers.ts";
import type { LoginType } from "#/vocabulary.ts";

export interface LoginState {
  orgId?: string | undefined;
  /** The game's number or key. */
  gameId?: string | undefined;
  scope?: string | undefined;
  state?: string | undefined;
  nonce?: string | undefined;
  clientCode?: string | undefined;
  loginType?: LoginType | undefined;
  callbackUrl?: string | undefined;
  /** The page of the portal that follows the login. */
  postLoginPage?: string | undefined;
  qrCode?: string | undefined;
  loggedInToken?: string | undefined;
}

const knownLoginTypes = new Set<string>(loginTypes);
/** Accepts the same ids as `id` of fields.ts: versions 1 to 8, the id of zeros and the id of ones (RFC 9562). */
const uuid =
  /^(?:[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}|0{8}-0{4}-0{4}-0{4}-0{12}|f{8}-f{4}-f{4}-f{4}-f{12})$/i;
const upTo = (length: number) => (value: string) => value.length <= length;
/** The length in the cookie, which holds the whole state as encoded JSON. */
const encodedLength = (value: string) => encodeURIComponent(JSON.stringify(value)).length;

// Plain checks without a schema, because the first script of every page needs them and the schema library weighs 7 kB.
const isFine: Record<keyof LoginState, (value: string) => boolean> = {
  orgId: (value) => uuid.test(value),
  gameId: (value) => /^[A-Za-z0-9._-]{1,64}$/.test(value),
  scope: upTo(256),
  state: upTo(limits.state.max),
  nonce: upTo(limits.nonce.max),
  clientCode: upTo(limits.clientCode.legacyMax),
  loginType: (value) => knownLoginTypes.has(value),
  callbackUrl: upTo(limits.callbackUrl.max),
  postLoginPage: (value) => encodedLength(value) <= limits.postLoginPage.max,
  // The specification has it. A badge's code is a secret, so only an empty text is kept.
  qrCode: upTo(0),
  // The specification has it. The portal keeps it, but never sets it, and never takes it for a proof (DESIGN A4).
  loggedInToken: upTo(256),
};

/** Keeps every valid member and drops the rest, so that a broken cookie never prevents a login. */
export function readLoginState(value: unknown): LoginState {
  if (typeof value !== "object" || value === null) return {};
  const kept: Record<string, string> = {};
  for (const [name, check] of Object.entries(isFine)) {
    const member: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    if (typeof member === "string" && check(member)) kept[name] = member;
  }
  return kept;
}

/** The scopes, and the claims about rights: what fits into a token, and what is left out. Pure functions. */
import { readScope } from "@storyport/contract/game-request";
import { rightsKinds } from "@storyport/contract/tokens";
import type { AccessTokenClaims, RightsKind } from "@storyport/contract/tokens";
import { tokenScopes } from "@storyport/contract/vocabulary";
import type { RightsLevel, TokenScope } from "@storyport/contract/vocabulary";
import { highest } from "#/features/rights/levels.ts";
import type { HeldRight } from "./rights-queries.ts";

/** Each scope contains less than the one before: USERGROUP all, PLAYERGROUP no user groups, PLAYER no groups at all. */
const kindsOfScope: Readonly<Record<TokenScope, readonly RightsKind[]>> = {
  USERGROUP: rightsKinds,
  PLAYERGROUP: ["games", "players", "playerGroups"],
  PLAYER: ["games", "players"],
};

export function kindsOf(scope: TokenScope): readonly RightsKind[] {
  return kindsOfScope[scope];
}

/** The vocabulary lists scopes from widest to narrowest. */
export function isWider(one: TokenScope, other: TokenScope): boolean {
  return tokenScopes.indexOf(one) < tokenScopes.indexOf(other);
}

/** The scope of a game's request: without a wish the game's widest. Undefined for a wish that is wider than the game's. */
export function scopeOfRequest(wish: TokenScope | undefined, widest: TokenScope): TokenScope | undefined {
  return wish !== undefined && isWider(wish, widest) ? undefined : (wish ?? widest);
}

export interface GivenScope {
  /** What the login was given. */
  granted: TokenScope;
  /** What is left of it, after the game's widest scope was lowered. */
  present: TokenScope;
}

/**
 * The scope of a refreshed access token (RFC 6749, section 6): without a wish the login's. Reads the words as at the login: the narrowest
 * counts, and words of OpenID Connect and unknown words narrow nothing. Many libraries repeat the scope of the login here, with words that
 * the login ignored. Undefined for a wider scope than that of the login.
 */
export function scopeOfRefresh(wish: string | undefined, { granted, present }: GivenScope): TokenScope | undefined {
  const { scope: asked = present } = readScope(wish);
  if (isWider(asked, granted)) return undefined;
  return isWider(asked, present) ? present : asked;
}

/**
 * A token has at most `limits.accessToken.max` characters. A right with two UUIDs and a level takes more than 110 characters, the other
 * claims take more than 500. So more players or groups never fit. Games are shorter but have the same limit, so that one query serves all
 * kinds.
 */
export const mostInToken = 50;

export type HeldRights = Pick<AccessTokenClaims, "roles" | "permissions"> & Partial<Record<RightsKind, HeldRight[]>>;

export type RightsClaims = Pick<
  AccessTokenClaims,
  | "gameIds"
  | "roles"
  | "permissions"
  | "playerIds"
  | "playerRights"
  | "playerGroupIds"
  | "playerGroupRights"
  | "userGroupIds"
  | "userGroupRights"
  | "rightsOmitted"
>;

/**
 * Yields first the claims of all kinds with at most `mostInToken` rights, then ever fewer. Leaves out whole kinds, the longest first,
 * since clients would take a partial list for complete.
 */
export function* everShorterClaims(held: HeldRights): Generator<RightsClaims> {
  const isShort = (kind: RightsKind) => (held[kind]?.length ?? 0) <= mostInToken;
  const lengthOf = (kind: RightsKind) => JSON.stringify(held[kind] ?? []).length;
  const kept = new Set(rightsKinds.filter(isShort).toSorted((one, other) => lengthOf(other) - lengthOf(one)));
  yield rightsClaims(held, kept);
  for (const longest of kept) {
    kept.delete(longest);
    yield rightsClaims(held, kept);
  }
}

function rightsClaims(held: HeldRights, kept: ReadonlySet<RightsKind>): RightsClaims {
  const of = (kind: RightsKind) => (kept.has(kind) ? (held[kind] ?? []) : []);
  const omitted = rightsKinds.filter((kind) => !kept.has(kind) && (held[kind]?.length ?? 0) > 0);
  return {
    gameIds: of("games").map(({ id }) => Number(id)),
    roles: held.roles,
    permissions: held.permissions,
    playerIds: of("players").map(({ id }) => id),
    playerRights: levelsById(of("players")),
    playerGroupIds: of("playerGroups").map(({ id }) => id),
    playerGroupRights: levelsById(of("playerGroups")),
    userGroupIds: of("userGroups").map(({ id }) => id),
    userGroupRights: levelsById(of("userGroups")),
    ...(omitted.length === 0 ? {} : { rightsOmitted: omitted }),
  };
}

function levelsById(rights: readonly HeldRight[]): Record<string, RightsLevel> {
  return Object.fromEntries(rights.map(({ id, levels }) => [id, highest(levels)]));
}

/** The scopes of tokens. A module of its own, without the schema library, because the scripts of /login need them. */

/**
 * From widest to narrowest: USERGROUP has all rights, PLAYERGROUP no user groups, PLAYER no groups at all. A scope can only be
 * narrowed.
 */
export const tokenScopes = ["USERGROUP", "PLAYERGROUP", "PLAYER"] as const;
export type TokenScope = (typeof tokenScopes)[number];

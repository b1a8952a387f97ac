/** A module of its own, without the schema library: the scripts of /login need it. */

/** From widest to narrowest. A scope can only be narrowed. */
export const tokenScopes = ["USERGROUP", "PLAYERGROUP", "PLAYER"] as const;
export type TokenScope = (typeof tokenScopes)[number];

import type { Vault } from "#/platform/secrets.ts";

/**
 * Returns the name by which a client knows an account. `sector` is null for public subjects. A pairwise subject stays the same when
 * SECRET_KEY changes, because the vault's digest key does.
 */
export function subjectOf(vault: Vault, accountId: string, sector: string | null): string {
  return sector === null ? accountId : vault.digest(`pairwise\0${sector}\0${accountId}`).toString("base64url");
}

import { hmacOf } from "#/platform/secrets.ts";

/**
 * Returns the token with which /delete-user confirms a deletion. It is derived from the mailed code, so the check of a code can repeat it
 * without writing (DESIGN A14). The mailed code alone deletes nothing: `confirmDeletion` also needs the account's address.
 */
export function confirmationOf(code: string): string {
  return hmacOf(Buffer.from(code), "deletion-confirmation");
}

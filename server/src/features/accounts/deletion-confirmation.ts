import { hmacOf } from "#/platform/secrets.ts";

/**
 * The token that confirms a deletion, derived from the mailed code. The check of a code can therefore repeat it without
 * writing. The e-mail itself never contains the token that deletes (DESIGN A14).
 */
export function confirmationOf(code: string): string {
  return hmacOf(Buffer.from(code), "deletion-confirmation");
}

import { hmacOf } from "#/platform/secrets.ts";

/**
 * The token that confirms a deletion, made from the mailed code: the check of a code can answer it any number of times and
 * write nothing, and yet what deletes is not what stands in the letter (DESIGN A14).
 */
export function confirmationOf(code: string): string {
  return hmacOf(Buffer.from(code), "deletion-confirmation");
}

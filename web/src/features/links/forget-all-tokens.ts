/** Every page forgets at a logout, and few keep. So this is apart from link-token.ts, and costs /login few bytes. */

/** How the keys of all kept proofs begin. */
export const tokenKeyStart = "link ";

/** Forgets the proofs of all pages: a child may take the tablet next. */
export function forgetAllTokens(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(tokenKeyStart)) sessionStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}

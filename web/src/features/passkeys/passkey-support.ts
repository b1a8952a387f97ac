import { m } from "@storyport/texts/messages";
import { ApiError } from "#/api/api-error.ts";
import { failureOfCode } from "#/api/failure-of-code.ts";
import { useInBrowser } from "#/ui/use-in-browser.ts";

/** Whether this browser has passkeys, and reads the standard's JSON itself (docs/decisions/0064). */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === "function" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

/** Whether this browser has passkeys. The server does not know it, so it is undefined before hydration. */
export function useKnowsPasskeys(): boolean | undefined {
  return useInBrowser(knowsPasskeys);
}

/**
 * Waits for a late script. Rejects with an ApiError in the reader's language if it does not arrive. Most browsers never ask for that script
 * again, so only a reload helps.
 */
export async function arrived<T>(script: Promise<T>): Promise<T> {
  return await script.catch(() => {
    // /login has no room for a code of its own.
    throw new ApiError(failureOfCode("", m["passkeys.notLoaded"]()));
  });
}

import { m } from "@storyport/texts/messages";
import { ApiError } from "#/api/api-error.ts";
import { failureOfCode } from "#/api/failure-of-code.ts";
import { useInBrowser } from "#/ui/use-in-browser.ts";

/** True if this browser has passkeys, and reads the standard's JSON itself (docs/decisions/0064). */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === "function" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

/** `knowsPasskeys` as a hook. The server cannot know the browser, so the result is undefined before hydration. */
export function useKnowsPasskeys(): boolean | undefined {
  return useInBrowser(knowsPasskeys);
}

/**
 * Waits for a late script. Rejects with an ApiError in the reader's language if it does not arrive. Most browsers never ask for that script
 * again, so only a reload helps.
 */
export async function arrived<T>(script: Promise<T>): Promise<T> {
  return await script.catch(() => {
    // A code would need its text in the first script of /login, which must stay small. So the failure has its sentence alone.
    throw new ApiError(failureOfCode("", m["passkeys.notLoaded"]()));
  });
}

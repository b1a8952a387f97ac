import { ApiError } from "#/api/api-error.ts";
import { useInBrowser } from "#/ui/use-in-browser.ts";

/** Whether this browser has passkeys, and reads the standard's JSON itself (docs/decisions/0064). */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === "function" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

/** Whether this browser has passkeys. The server does not know it, so it is undefined before hydration. */
export function useKnowsPasskeys(): boolean | undefined {
  return useInBrowser(knowsPasskeys);
}

/** Waits for a late script. Rejects with an ApiError (`errors.offline`) if it does not arrive, so that the page can say so. */
export async function arrived<T>(script: Promise<T>): Promise<T> {
  return await script.catch((cause: unknown) => {
    throw new ApiError({ status: 0, statusText: "", code: "errors.offline", message: "A script did not arrive." }, { cause });
  });
}

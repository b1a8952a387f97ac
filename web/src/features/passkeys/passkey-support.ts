import { useInBrowser } from "#/ui/use-in-browser.ts";

/** Whether this browser has passkeys, and reads the standard's JSON itself (docs/decisions/0064). */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === "function" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

/** Whether this browser has passkeys. The server does not know it, so it is undefined before hydration. */
export function useKnowsPasskeys(): boolean | undefined {
  return useInBrowser(knowsPasskeys);
}

/** Whether this browser has passkeys, and reads the standard's JSON itself (docs/decisions/0064). */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === "function" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

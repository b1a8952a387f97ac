/** Reads what only OpenID clients send, and finds what the portal does not support. */
import { readAskedLogin } from "./proof-demand.ts";
import type { AskedLogin } from "./proof-demand.ts";

type Query = Readonly<Record<string, string>>;

export interface OpenidWishes {
  askedLogin: AskedLogin;
  /** An ID token of the user that the client means (OpenID Connect Core, section 3.1.2.1). */
  hint: string | undefined;
}

/**
 * Returns the error for the callback (RFC 6749, section 4.1.2.1; OpenID Connect Core, section 3.1.2.6) or the client's wishes. Returns undefined
 * for a request that every game may send. An empty parameter counts as not sent. `isRepeated`: a parameter was sent more than once.
 */
export function readWishes(query: Query, isRepeated: boolean): OpenidWishes | { error: string } | undefined {
  const unsupported = unsupportedPart(query);
  if (unsupported !== undefined) return { error: unsupported };
  const askedLogin = readAskedLogin(query);
  if (askedLogin === "invalid" || isRepeated) return { error: "invalid_request" };
  const hint = query["id_token_hint"] || undefined;
  if (askedLogin === undefined && hint === undefined) return undefined;
  return { askedLogin: askedLogin ?? { prompt: new Set(), maxAge: undefined }, hint };
}

function unsupportedPart(query: Query): string | undefined {
  if (query["request"]) return "request_not_supported";
  if (query["request_uri"]) return "request_uri_not_supported";
  if (query["registration"]) return "registration_not_supported";
  if (query["response_type"] && query["response_type"] !== "code") return "unsupported_response_type";
  return query["response_mode"] && query["response_mode"] !== "query" ? "invalid_request" : undefined;
}

/** How the caller of an operation proves itself, taken from the contract. */
import type { Endpoint } from "@storyport/contract/endpoint";
import type { ErrorCode } from "@storyport/contract/error-codes";

type SchemeName = "session" | "bearer" | "client";
/** A call needs one of the entries, and an empty entry needs nothing. Without entries no scheme of HTTP proves the call. */
export type Security = Partial<Record<SchemeName, []>>[];

export function securitySchemes(sessionCookie: string): Record<SchemeName, object> {
  return {
    session: {
      type: "apiKey",
      in: "cookie",
      name: sessionCookie,
      description: "A login sets this cookie. Only the portal's own pages and programs may make calls that change something.",
    },
    bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "An access token, which `token` issues." },
    client: {
      type: "http",
      scheme: "basic",
      description: "The id and the secret of the dashboard, each form-encoded. A game has no secret, and sends `client_id` in the body.",
    },
  };
}

interface Proof {
  security: Security;
  description: string;
  /** Refusals that may have a challenge in the header WWW-Authenticate. */
  challenged: readonly ErrorCode[];
}

/** Games are public clients without a secret, so the secret is optional (RFC 6749, section 2.1). */
const byClient: Proof = {
  security: [{ client: [] }, {}],
  description: "A game names itself by `client_id`. The dashboard also sends its secret, in the header or as `client_secret`.",
  challenged: ["errors.clientInvalid"],
};
const byBearer: Proof = {
  security: [{ bearer: [] }],
  description: "The access token in the header is the proof.",
  challenged: ["errors.accessTokenInvalid", "errors.scopeInsufficient"],
};
const byBody: Proof = {
  security: [],
  description: "The access token in the body is the proof.",
  challenged: ["errors.accessTokenInvalid"],
};

/** Returns undefined for callers that are no games. The refusals of the contract tell which proof a game brings. */
function proofOfGame({ access, body, refusals }: Endpoint): Proof | undefined {
  if (access.by !== "game") return undefined;
  if (refusals.includes("errors.clientInvalid")) return byClient;
  return body === undefined ? byBearer : byBody;
}

export function securityOf(endpoint: Endpoint): Security {
  if (endpoint.access.by === "session") return [{ session: [] }];
  return proofOfGame(endpoint)?.security ?? [];
}

/** Describes who may call. An operation may need more than this permission, which its refusals tell. */
export function callersOf(endpoint: Endpoint): string {
  const { access } = endpoint;
  const sentences = [`Called by: ${access.by}.`, proofOfGame(endpoint)?.description];
  if (access.by === "session") {
    if (access.permission !== "none") sentences.push(`Needs the permission ${access.permission}.`);
    if (access.badgeSession === "allowed") sentences.push("A child's session by badge may call too.");
  }
  return sentences.filter((sentence) => sentence !== undefined).join(" ");
}

/** Whether a refusal by one of the codes may have a challenge (RFC 6749, section 5.2; RFC 6750, section 3). */
export function mayChallenge(endpoint: Endpoint, codes: readonly ErrorCode[]): boolean {
  return codes.some((code) => proofOfGame(endpoint)?.challenged.includes(code));
}

/** How a client presents an access token, and the challenge of a refusal (RFC 6750). */
import { limits } from "@storyport/contract/limits";
import type { FastifyReply, FastifyRequest } from "fastify";
import { oauthError } from "#/platform/http/error-handler.ts";
import { Refusal } from "#/platform/refusal.ts";

interface Http {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Runs a call with the bearer token of its request (RFC 6750, section 2.1). Refuses a missing or malformed token
 * (errors.accessTokenInvalid).
 */
export async function byBearer<T>({ request, reply }: Http, realm: string, run: (token: string) => Promise<T>): Promise<T> {
  return challenging(reply, realm, () => run(bearerToken(request)));
}

/**
 * Refusals of the token carry a challenge (RFC 6750, section 3), without a code if no token was sent. A successful answer has no
 * challenge, because stock clients take a challenge for a refusal.
 */
export async function challenging<T>(reply: FastifyReply, realm: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refusal && challenged.has(error.code)) reply.header("www-authenticate", challengeOf(error, realm));
    throw error;
  }
}

const challenged: ReadonlySet<string> = new Set(["errors.accessTokenInvalid", "errors.scopeInsufficient"]);

function challengeOf(refusal: Refusal, realm: string): string {
  const { scope } = refusal.details;
  const parts = { realm, error: oauthError(refusal), scope };
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  return `Bearer ${given.map(([name, value]) => `${name}="${value}"`).join(", ")}`;
}

function bearerToken({ headers: { authorization = "" } }: FastifyRequest): string {
  const [, token] = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization) ?? [];
  if (token !== undefined && token.length <= limits.accessToken.max) return token;
  throw new Refusal("errors.accessTokenInvalid", { lacksToken: !/^Bearer /i.test(authorization) });
}

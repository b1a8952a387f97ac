/**
 * The test issuer of each run, below /conformance/{runId}: the portal's own layout, so that a test build of the game changes only
 * the portal's address. It has no session, sets no cookie and knows no account.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { endpointUrl } from "@storyport/contract/endpoint";
import { getUserinfo, listTokenRights, issueTokens, narrowScope, revokeToken, tokenRequest } from "@storyport/contract/tokens";
import { id } from "@storyport/contract/fields";
import { limits } from "@storyport/contract/limits";
import type { AppContext } from "#/context.ts";
import { findClientId } from "#/features/tokens/authenticate-client.ts";
import { challenging } from "#/features/tokens/bearer.ts";
import { metadata } from "#/features/tokens/metadata.ts";
import { oauthError } from "#/platform/http/error-handler.ts";
import { acceptPosts } from "#/platform/http/posted-address.ts";
import { isFromOurPages } from "#/platform/http/same-origin.ts";
import { Refusal } from "#/platform/refusal.ts";
import { answerNarrow, answerRights, answerUserinfo } from "./answer-bearer.ts";
import { answerRevocation, answerToken, retryAfterOf } from "./answer-token.ts";
import { beginLogin } from "./begin-login.ts";
import { shown } from "./observed.ts";
import { insertObservation } from "./queries.ts";
import { openIssuer } from "./test-issuer.ts";
import type { TestIssuer } from "./test-issuer.ts";
import { publicJwk } from "./test-keys.ts";

const base = "/conformance/:runId";
/** The OpenAPI document leaves the test issuers out. */
const hidden = { schema: { hide: true } };
type Run = { Params: { runId: string } };

export function registerTestIssuers(app: FastifyInstance, context: AppContext): void {
  const { database } = context;
  const openFor = (request: FastifyRequest<Run>): Promise<TestIssuer> => {
    const runId = id.safeParse(request.params.runId);
    if (!runId.success) throw new Refusal("errors.notFound");
    return openIssuer(context, runId.data);
  };
  registerDocuments(app, { context, openFor });
  registerLogin(app, { context, openFor });

  app.post<Run>(base + endpointUrl(issueTokens), hidden, async (request, reply) => {
    const server = await openFor(request);
    const form = tokenRequest.safeParse(request.body ?? {});
    if (!form.success) throw new Refusal("errors.invalidInput");
    const clientId = findClientId(context, { request, body: form.data });
    const answer = await answerToken(database, server, { form: form.data, clientId });
    const retryAfter = retryAfterOf(answer);
    if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
    return toGame(reply).status(answer.status).send(answer.body);
  });

  app.post<Run>(base + endpointUrl(revokeToken), hidden, async (request, reply) => {
    const server = await openFor(request);
    const form = revokeToken.body.safeParse(request.body ?? {});
    if (!form.success) throw new Refusal("errors.invalidInput");
    const clientId = findClientId(context, { request, body: form.data });
    const refusal = await answerRevocation(database, server, { form: form.data, clientId });
    return toGame(reply)
      .status(refusal?.status ?? 200)
      .send(refusal?.body);
  });

  app.get<Run>(base + endpointUrl(listTokenRights), hidden, async (request, reply) => {
    const server = await openFor(request);
    return byToken(reply, () => answerRights(database, server, { token: bearerOf(request), query: membersOf(request.query) }));
  });

  app.route<Run>({
    ...hidden,
    // OpenID Connect Core, section 5.3.1.
    method: ["GET", "POST"],
    url: base + endpointUrl(getUserinfo),
    handler: async (request, reply) => {
      const server = await openFor(request);
      return byToken(reply, () => answerUserinfo(database, server, bearerOf(request)));
    },
  });

  app.post<Run>(base + endpointUrl(narrowScope), hidden, async (request, reply) => {
    const server = await openFor(request);
    const wish = narrowScope.body.safeParse(request.body);
    if (!wish.success) throw new Refusal("errors.invalidInput");
    const { accessToken: token, scope } = wish.data;
    return byToken(reply, async () => ({ accessToken: await answerNarrow(database, server, { token, scope }) }));
  });

  // Web games of any origin call these. Each call carries its own proof, never cookies.
  for (const endpoint of [issueTokens, revokeToken, listTokenRights, narrowScope, getUserinfo]) {
    const methods = endpoint === getUserinfo ? "GET, POST" : endpoint.method;
    app.options(base + endpointUrl(endpoint), hidden, async (_request, reply) =>
      toGame(reply)
        .header("access-control-allow-methods", methods)
        .header("access-control-allow-headers", "authorization, content-type")
        .status(204)
        .send(),
    );
  }
}

interface Issuers {
  context: AppContext;
  openFor: (request: FastifyRequest<Run>) => Promise<TestIssuer>;
}

function registerLogin(app: FastifyInstance, { context, openFor }: Issuers): void {
  const leadOn = async (request: FastifyRequest<Run>): Promise<string> => {
    const server = await openFor(request);
    // The portal's address must not lead strangers to an address that a builder chose. A page names it first (RFC 9700, 4.11.2).
    if (!isFromOurPages(request, context.settings.publicUrl)) {
      const query = queryOf(request);
      query.set("runId", server.run.id);
      return `/conformance-login?${query}`;
    }
    const begun = await beginLogin(context.database, server, { query: queryOf(request), scene: server.run.scene });
    if ("refused" in begun) throw new Refusal(begun.refused);
    return begun.callback;
  };
  acceptPosts(app, `${base}/game-login`);
  app.get<Run>(`${base}/game-login`, hidden, async (request, reply) => {
    reply.header("cache-control", "no-store");
    try {
      return await reply.redirect(await leadOn(request), 302);
    } catch (error) {
      // A person sees a page, and a program the refusal itself.
      if (!(error instanceof Refusal) || request.headers["sec-fetch-mode"] !== "navigate") throw error;
      return reply.redirect(`/conformance-login?error=${error.code}`, 303);
    }
  });
}

/** An issuer with a path has its metadata at two addresses (RFC 8414, section 3.1; OpenID Connect Discovery, section 4). */
function registerDocuments(app: FastifyInstance, { context, openFor }: Issuers): void {
  const answer = async (request: FastifyRequest<Run>, reply: FastifyReply) => toGame(reply).send(metadata((await openFor(request)).issuer));
  app.get<Run>("/.well-known/oauth-authorization-server/conformance/:runId", hidden, answer);
  app.get<Run>(`${base}/.well-known/oauth-authorization-server`, hidden, answer);
  app.get<Run>(`${base}/.well-known/openid-configuration`, hidden, answer);
  app.get<Run>(`${base}/.well-known/jwks.json`, hidden, async (request, reply) => {
    const { run } = await openFor(request);
    // The other key is not published: after the rotation a game that still knows the first key has to fetch the keys again.
    const key = publicJwk(run.keys, run.is_rotated ? "second" : "first");
    await insertObservation(context.database, run.id, {
      kind: "KEYS",
      request: {},
      response: shown({ kid: key["kid"] }),
      facts: { status: 200 },
    });
    return toGame(reply).send({ keys: [key] });
  });
}

/** Nothing of a run may be cached, because the next scene may change it. */
function toGame(reply: FastifyReply): FastifyReply {
  const headers = {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "retry-after, www-authenticate",
    "cache-control": "no-store",
  };
  return reply.headers(headers);
}

/** Answers a game that shows its access token. A game of any origin reads the refusal too. */
async function byToken(reply: FastifyReply, answer: () => Promise<object>): Promise<FastifyReply> {
  try {
    return await toGame(reply).send(await challenging(reply, "conformance", answer));
  } catch (refusal) {
    toGame(reply);
    if (!(refusal instanceof Refusal) || refusal.code === "errors.invalidInput") throw refusal;
    const { code, status, message } = refusal;
    return reply.status(status).send({ message, code, error: oauthError(refusal) });
  }
}

/** Returns "" without a token, and for one that is longer than any of the portal's. */
function bearerOf({ headers }: FastifyRequest): string {
  const [, token = ""] = /^Bearer (\S+)$/i.exec(headers.authorization ?? "") ?? [];
  return token.length > limits.accessToken.max ? "" : token;
}

function queryOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(request.url.split("?", 2)[1]);
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/**
 * The test issuer of each run, below /conformance/{runId}. It has the portal's own layout, so a test build of the game changes only the
 * portal's address. It has no session, sets no cookie and knows no account.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { endpointUrl } from "@storyport/contract/endpoint";
import type { Endpoint } from "@storyport/contract/endpoint";
import {
  getUserinfo,
  issueTokens,
  listTokenRights,
  narrowScope,
  postUserinfo,
  revokeToken,
  tokenRequest,
} from "@storyport/contract/tokens";
import { id } from "@storyport/contract/fields";
import { limits } from "@storyport/contract/limits";
import type { AppContext } from "#/context.ts";
import { findClientId } from "#/features/tokens/authenticate-client.ts";
import { challenging } from "#/features/tokens/bearer.ts";
import { metadata } from "#/features/tokens/metadata.ts";
import { anyOrigin, openDocument } from "#/platform/http/cross-origin.ts";
import { refusalOfBodyKind } from "#/platform/http/endpoint-route.ts";
import { acceptPosts } from "#/platform/http/posted-address.ts";
import { isFromOurPages } from "#/platform/http/same-origin.ts";
import { Refusal } from "#/platform/refusal.ts";
import { answerNarrow, answerRights, answerUserinfo } from "./answer-bearer.ts";
import { answerRevocation, answerToken } from "./answer-token.ts";
import { beginLogin } from "./begin-login.ts";
import { shown } from "./observed.ts";
import { insertObservation } from "./queries.ts";
import { openIssuer } from "./test-issuer.ts";
import type { TestIssuer } from "./test-issuer.ts";
import { publicJwk } from "./test-keys.ts";

const base = "/conformance/:runId";
const realm = "conformance";
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

  app.post<Run>(base + endpointUrl(issueTokens), played(issueTokens), async (request, reply) => {
    const form = tokenRequest.parse(await bodyOf(request));
    const clientId = findClientId(context, { request, body: form });
    const answer = await answerToken(database, await openFor(request), { form, clientId });
    return toGame(reply).header("pragma", "no-cache").send(answer);
  });

  app.post<Run>(base + endpointUrl(revokeToken), played(revokeToken), async (request, reply) => {
    const form = revokeToken.body.parse(await bodyOf(request));
    const clientId = findClientId(context, { request, body: form });
    await answerRevocation(database, await openFor(request), { form, clientId });
    return toGame(reply).send();
  });

  app.get<Run>(base + endpointUrl(listTokenRights), played(listTokenRights), async (request, reply) => {
    const server = await openFor(request);
    const query = membersOf(request.query);
    return challenging(reply, realm, async () =>
      toGame(reply).send(await answerRights(database, server, { token: bearerOf(request), query })),
    );
  });

  // OpenID Connect Core, section 5.3.1.
  for (const endpoint of [getUserinfo, postUserinfo]) {
    app.route<Run>({
      ...played(endpoint),
      method: endpoint.method,
      url: base + endpointUrl(endpoint),
      handler: async (request, reply) => {
        const server = await openFor(request);
        return challenging(reply, realm, async () => toGame(reply).send(await answerUserinfo(database, server, bearerOf(request))));
      },
    });
  }

  app.post<Run>(base + endpointUrl(narrowScope), played(narrowScope), async (request, reply) => {
    const { accessToken: token, scope } = narrowScope.body.parse(await bodyOf(request));
    const server = await openFor(request);
    return challenging(reply, realm, async () =>
      toGame(reply).send({ accessToken: await answerNarrow(database, server, { token, scope }) }),
    );
  });

  /** An unknown run is refused before its input, as the portal refuses an unknown address. */
  async function bodyOf(request: FastifyRequest<Run>): Promise<unknown> {
    if (request.validationError === undefined) return request.body;
    await openFor(request);
    throw request.validationError;
  }
}

/** Refusals, CORS and the checks of the body are the portal's own. */
function played(endpoint: Endpoint) {
  const { body } = endpoint;
  return {
    schema: { hide: true, ...(body !== undefined && { body }) },
    attachValidation: true,
    config: { plays: endpoint },
    preValidation: (request: FastifyRequest, _reply: FastifyReply, done: (refusal?: Error) => void) =>
      done(refusalOfBodyKind(endpoint, request)),
  };
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
  const documents = [
    "/.well-known/oauth-authorization-server/conformance/:runId",
    `${base}/.well-known/oauth-authorization-server`,
    `${base}/.well-known/openid-configuration`,
  ];
  const keysAt = `${base}/.well-known/jwks.json`;
  for (const url of [...documents, keysAt]) openDocument(app, url);
  for (const url of documents) app.get<Run>(url, hidden, answer);
  app.get<Run>(keysAt, hidden, async (request, reply) => {
    const { run } = await openFor(request);
    // The other key is not published. So after the rotation a game that still knows the first key must fetch the keys again.
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
  return reply.headers({ ...anyOrigin, "cache-control": "no-store" });
}

/** Returns "" without a token, and "too long" for a token that is longer than any token of the portal. */
function bearerOf({ headers }: FastifyRequest): string {
  const [, token = ""] = /^Bearer (.*)$/i.exec(headers.authorization ?? "") ?? [];
  return token.length > limits.accessToken.max ? "too long" : token;
}

function queryOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(request.url.split("?", 2)[1]);
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Turns an endpoint of the contract into a route. Checks the caller, the origin and the input, then runs one handler. */
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, preParsingAsyncHookHandler, RouteOptions } from "fastify";
import { answersHead, apiBase, isRefusedDuringSupportView, waitsForMaintenance } from "@storyport/contract/endpoint";
import type { Access, Endpoint, ResponseOf, Schema } from "@storyport/contract/endpoint";
import type * as z from "zod/mini";
import type { MaintenanceSwitch } from "#/platform/maintenance.ts";
import { Refusal } from "#/platform/refusal.ts";
import type { Settings } from "#/platform/settings.ts";
import { dropBodies } from "./content-types.ts";
import { describeCaller } from "./caller.ts";
import type { Caller, LoggedInCaller, Session } from "./caller.ts";
import { isForOurPages, mayMeetOtherAccount, mayMeetView, refusalOfType } from "./common-refusals.ts";
import { isNativeForm, sendOnFromForm } from "./native-form.ts";
import { isFollowedByProgram, isFromOurPages, isFromProgram, shownAccount } from "./same-origin.ts";
import { loginCookies } from "./session-cookie.ts";
import type { LoginCookies } from "./session-cookie.ts";

type Output<S> = S extends Schema ? z.output<S> : undefined;
type CallerOf<A extends Access> = A extends { by: "session" } ? LoggedInCaller : Caller;

/** A call as the handler gets it, already validated against the contract. */
export interface Incoming<E extends Endpoint> {
  params: Output<E["params"]>;
  query: Output<E["query"]>;
  body: Output<E["body"]>;
  caller: CallerOf<E["access"]>;
  cookies: LoginCookies;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Answer<E extends Endpoint> = ResponseOf<E> | FastifyReply;
export type Handler<E extends Endpoint> = (incoming: Incoming<E>) => Answer<E> | Promise<Answer<E>>;

/** Adds one endpoint. A feature's routes are a function with this parameter. */
export type AddRoute = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

export interface RouteNeeds {
  settings: Pick<Settings, "publicUrl" | "isSecure">;
  findSession(secret: string): Promise<Session | undefined>;
  /** Called before a user is told that their rights do not allow a call. */
  recordRefusedAccess(caller: LoggedInCaller, call: string): Promise<void>;
  maintenance: Pick<MaintenanceSwitch, "requireOpen">;
}

/** Returns the function that adds an endpoint's route. The route refuses callers and bad input before its handler runs. */
export function createAddRoute(app: FastifyInstance, needs: RouteNeeds): AddRoute {
  return (endpoint, handler) => {
    const waits = waitsForMaintenance(endpoint);
    const route: RouteOptions = {
      method: endpoint.method,
      url: `${apiBase}/${endpoint.path.replace(/\{(\w+)\}/g, ":$1")}`,
      exposeHeadRoute: answersHead(endpoint),
      schema: routeSchema(endpoint),
      // The handler refuses bad input only after it has refused callers who may not make the call.
      attachValidation: true,
      config: { endpoint },
      ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit, preParsing: refuseBeforeBody(endpoint, needs) }),
      // Refuse before the body is read, so that another site cannot make us parse it.
      onRequest: (request, _reply, done) => done(refusalOfForeignPage(endpoint, request, needs.settings.publicUrl)),
      preValidation: (request, _reply, done) => done(refusalOfBodyKind(endpoint, request)),
      handler: async (request, reply) => {
        if (waits) await needs.maintenance.requireOpen();
        const cookies = loginCookies(request, reply, needs.settings.isSecure);
        const caller = await identify(endpoint, { request, cookies, needs });
        const answer = await recordingRefusedAccess(endpoint, { caller, needs }, async () => {
          requireAccess(endpoint.access, caller);
          if (request.validationError !== undefined) throw request.validationError;
          // The contract's schemas have just validated these three parts.
          const checked = { params: request.params, query: request.query, body: request.body } as Pick<
            Incoming<typeof endpoint>,
            "params" | "query" | "body"
          >;
          return await handler({
            ...checked,
            caller: caller as Incoming<typeof endpoint>["caller"],
            cookies,
            request,
            reply,
          });
        });
        // The handler has replied itself. After a stream whose browser has left, `sent` stays false, but the headers are sent.
        if (reply.sent || reply.raw.headersSent || answer === reply) return reply;
        if (endpoint.form !== undefined && isNativeForm(request)) return sendOnFromForm(endpoint.form, request, reply);
        return reply.status(endpoint.status ?? 200).send(answer ?? undefined);
      },
    };
    if (endpoint.bodyKind === "text") void app.register(async (scope) => dropBodies(scope).route(route));
    else app.route(route);
    // Programs build `manifest/orgs/` with and without the slash. The OpenAPI document shows the specification's form alone.
    if (route.url.endsWith("/")) app.route({ ...route, url: route.url.slice(0, -1), schema: { ...route.schema, hide: true } });
  };
}

/**
 * Refuses callers who may not make a call with a large body before the body is read, because parsing megabytes stops the process. The
 * handler checks the caller again, as for every call.
 */
function refuseBeforeBody(endpoint: Endpoint, needs: RouteNeeds): preParsingAsyncHookHandler {
  return async (request, reply, body) => {
    const wrongKind = refusalOfBodyKind(endpoint, request);
    if (wrongKind !== undefined) throw wrongKind;
    // Fastify refuses a longer body by its length, without reading it.
    if (Number(request.headers["content-length"]) > (endpoint.bodyLimit ?? 0)) return body;
    if (waitsForMaintenance(endpoint)) await needs.maintenance.requireOpen();
    const caller = await identify(endpoint, { request, cookies: loginCookies(request, reply, needs.settings.isSecure), needs });
    await recordingRefusedAccess(endpoint, { caller, needs }, async () => requireAccess(endpoint.access, caller));
    return body;
  };
}

/** The answer is written by the schema too. It loses every member that the schema does not name, and a wrong answer is a 500. */
function routeSchema(endpoint: Endpoint): FastifySchema {
  const { params, query, body, response, responseKind, status = 200 } = endpoint;
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(response && { response: { [status]: responseKind === "events" ? asEvents(response) : response } }),
  };
}

/** Described as a stream. The handler writes the events itself (`event-stream.ts`). */
function asEvents(schema: Schema) {
  return { description: "Server-sent events", content: { "text/event-stream": { schema } } };
}

function refusalOfForeignPage(endpoint: Endpoint, request: FastifyRequest, publicUrl: string): Refusal | undefined {
  if (!isForOurPages(endpoint) || isFromOurPages(request, publicUrl) || isFromProgram(request)) return undefined;
  if (endpoint.fromPrograms === "accepted" && isFollowedByProgram(request, publicUrl)) return undefined;
  return new Refusal("errors.crossSite");
}

const contentTypes = { json: /^application\/json\s*(;|$)/i, form: /^application\/(json|x-www-form-urlencoded)\s*(;|$)/i, text: /^/ };

/** Returns the refusal of a body of another type than the endpoint takes. */
export function refusalOfBodyKind(endpoint: Endpoint, request: FastifyRequest): Refusal | undefined {
  const contentType = request.headers["content-type"];
  const isRight =
    contentType === undefined
      ? endpoint.body === undefined
      : endpoint.method === "GET" || contentTypes[endpoint.bodyKind ?? "json"].test(contentType);
  return isRight ? undefined : new Refusal(refusalOfType(endpoint));
}

interface Identifying {
  request: FastifyRequest;
  cookies: LoginCookies;
  needs: RouteNeeds;
}

async function identify(endpoint: Endpoint, { request, cookies, needs }: Identifying): Promise<Caller | LoggedInCaller> {
  const caller = describeCaller(request.id, request.ip);
  const { access } = endpoint;
  // The most frequent calls for anyone are logins, which a view does not stop. So they cost no lookup.
  if (access.by !== "session" && !mayMeetView(endpoint)) return caller;
  const session = cookies.sessionSecret === undefined ? undefined : await needs.findSession(cookies.sessionSecret);
  if (access.by !== "session") {
    if (session !== undefined) requireNoView(endpoint, session);
    return caller;
  }
  // Do not clear the cookie here. This answer may arrive after that of a login in the same browser and would end that login. A
  // dead cookie is harmless; a login or logout overwrites it.
  if (session === undefined) throw new Refusal("errors.notLoggedIn");
  if (!(access.stages ?? ["FULL"]).includes(session.stage)) throw new Refusal("errors.notLoggedIn");
  requireNoView(endpoint, session);
  requireShownAccount(endpoint, { request, session });
  return { ...caller, session };
}

/** Runs a call. If the rights of its user do not allow it, the history has that before the answer. */
async function recordingRefusedAccess<T>(
  endpoint: Endpoint,
  { caller, needs }: { caller: Caller | LoggedInCaller; needs: RouteNeeds },
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isRefused = error instanceof Refusal && error.code === "errors.notAllowed";
    if (isRefused && "session" in caller) await needs.recordRefusedAccess(caller, endpoint.name);
    throw error;
  }
}

/**
 * Tabs share a session. If one tab ends a view or logs in as another user, a page of another tab still shows the former account. Its form
 * would change the wrong account, so it is refused (docs/decisions/0074). Programs name no account. The end of a view works from every tab.
 */
function requireShownAccount(endpoint: Endpoint, { request, session }: { request: FastifyRequest; session: Session }): void {
  if (!mayMeetOtherAccount(endpoint)) return;
  const shown = shownAccount(request);
  if (shown !== undefined && shown !== session.accountId) throw new Refusal("errors.otherAccount");
}

/** An administrator who sees the portal as another person changes nothing and gets no codes (docs/decisions/0070). */
function requireNoView(endpoint: Endpoint, { supportView }: Session): void {
  if (supportView === undefined || !isRefusedDuringSupportView(endpoint)) return;
  throw new Refusal(supportView.isOpen ? "errors.supportViewOnly" : "errors.supportViewOver");
}

/** Refuses a session without the contract's permission, and a badge session unless the contract allows it. */
function requireAccess(access: Access, caller: Caller | LoggedInCaller): void {
  if (access.by !== "session" || !("session" in caller)) return;
  const { session } = caller;
  if (session.loginType === "QRCODE" && access.badgeSession !== "allowed") throw new Refusal(access.badgeSession ?? "errors.notAllowed");
  if (access.permission !== "none" && !session.permissions.includes(access.permission)) throw new Refusal("errors.notAllowed");
}

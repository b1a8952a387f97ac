/**
 * Answers the errors of all routes in the contract's envelope. Where a browser displays the answer, it is a page or a redirect instead.
 * `unroutable.ts` answers requests that reach no route.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaValidationError } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { redirects } from "@storyport/contract/endpoint";
import type { Endpoint } from "@storyport/contract/endpoint";
import { isErrorCode } from "@storyport/contract/error-codes";
import type { ErrorCode, ErrorEnvelope, FieldError } from "@storyport/contract/error-codes";
import { isDatabaseAway, isUnfitValue } from "#/platform/database/database-faults.ts";
import { Refusal } from "#/platform/refusal.ts";
import { refusalOfType } from "./common-refusals.ts";
import { discardRest } from "./discard-rest.ts";
import { isNativeForm, sendBackToForm } from "./native-form.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** A test issuer answers this address as the portal answers the endpoint. The lines of requests and the metrics name its own address. */
    plays?: Endpoint;
  }
  interface FastifyRequest {
    /** Why this request is refused. */
    refused?: Pick<Refusal, "code" | "details">;
  }
}

export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(async (error: FastifyError | Error, request, reply) => {
    // Fastify's own mark of a body that it has not read.
    if (reply.getHeader("connection") === "close") await discardRest(request.raw);
    return await answerError(error, request, reply);
  });
}

/** Also answers an address without a route, and what the pages refuse (app.ts, web-app.ts). */
export async function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { plays, endpoint = plays } = request.routeOptions.config;
  const refusal = toRefusal(error, endpoint);
  const name = endpoint?.name;
  if (hasLeft(request)) request.log.debug("the client left before its request was whole");
  else if (refusal === undefined) request.log.error({ err: error, endpoint: name }, "unexpected error");
  else if (refusal.status >= 500 || isUnfitValue(error))
    request.log.warn({ err: error, endpoint: name, refusal: refusal.code }, "refused by a fault");
  const answered = refusal ?? new Refusal("errors.unexpected");
  request.refused = answered;
  const retryAfter = answered.details.retryAfterSeconds ?? (answered.status === 503 ? 2 : undefined);
  if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
  if (isForNow.has(answered.code) && isForBrowser(endpoint, request) && request.server.answerUnavailable !== undefined) {
    return request.server.answerUnavailable(answered, { request, reply });
  }
  if (endpoint?.form !== undefined && isNativeForm(request) && !noFormOfOurs.has(answered.code)) {
    return sendBackToForm(endpoint.form, { refusal: answered, request, reply });
  }
  if (endpoint !== undefined && redirects(endpoint) && isNavigation(endpoint, request)) {
    return reply.redirect(`/login?error=${encodeURIComponent(answered.code)}`, 303);
  }
  reply.status(answered.status).header("cache-control", "no-store");
  // A client may always authenticate by the header (RFC 6749, section 2.3.1; RFC 9110, section 15.5.2).
  if (answered.code === "errors.clientInvalid") reply.header("www-authenticate", 'Basic realm="token", charset="UTF-8"');
  const body = envelope(answered, request.id);
  return reply.send(endpoint?.access.by === "game" ? { ...oauthMembers(answered), ...body } : body);
}

/** The same request may succeed later. */
const isForNow = new Set<ErrorCode>(["errors.unavailable", "errors.maintenance"]);

/** Whether a browser displays the answer. A redirect to a form would lose what was typed, and the page of the form is away too. */
function isForBrowser(endpoint: Endpoint | undefined, request: FastifyRequest): boolean {
  if (endpoint === undefined) return false;
  return (endpoint.form !== undefined && isNativeForm(request)) || (redirects(endpoint) && isNavigation(endpoint, request));
}

/** The client disconnected. Its connection error has the same code as an unreachable database. */
function hasLeft({ raw }: FastifyRequest): boolean {
  return raw.readableAborted && !raw.complete;
}

/** A browser displays the answer of a navigation. The return from a provider is always a navigation, whatever its headers say. */
function isNavigation({ access, method }: Endpoint, request: FastifyRequest): boolean {
  if (request.headers["sec-fetch-mode"] === "navigate") return true;
  return access.by === "provider" && (method === "GET" || isNativeForm(request));
}

/** Refusals of forms that none of our pages sent, so there is no page to return to. */
const noFormOfOurs = new Set<ErrorCode>(["errors.crossSite", "errors.unsupportedMediaType"]);

/** RFC 6749, section 5.2; RFC 6750, section 3.1; RFC 8628, section 3.5. */
const oauthErrors: Partial<Record<ErrorCode, string>> = {
  "errors.grantInvalid": "invalid_grant",
  "errors.grantTypeUnsupported": "unsupported_grant_type",
  "errors.gameWithoutBadges": "unauthorized_client",
  "errors.scopeNotGranted": "invalid_scope",
  "errors.scopeNotHeld": "invalid_scope",
  "errors.scopeInsufficient": "insufficient_scope",
  "errors.accessTokenInvalid": "invalid_token",
  "errors.authorizationPending": "authorization_pending",
  "errors.pollingTooFast": "slow_down",
  "errors.deviceCodeExpired": "expired_token",
  "errors.seatRefused": "access_denied",
};

/** Stock OAuth libraries read these two. */
function oauthMembers(refusal: Refusal): { error?: string; error_description?: string } {
  const error = oauthError(refusal);
  return error === undefined ? {} : { error, error_description: refusal.message };
}

/** Undefined for a call without an access token, which learns no cause (RFC 6750, section 3.1). */
export function oauthError({ code, status, details }: Refusal): string | undefined {
  if (details.lacksToken === true) return undefined;
  const known = oauthErrors[code];
  if (known !== undefined) return known;
  if (status === 401) return "invalid_client";
  return status >= 429 ? "temporarily_unavailable" : "invalid_request";
}

export function envelope(refusal: Refusal, requestId: string): ErrorEnvelope {
  const { errors } = refusal.details;
  return { message: refusal.message, code: refusal.code, requestId, ...(errors === undefined ? {} : { errors }) };
}

/** Converts an error to a refusal. Undefined means a bug, of which the caller learns nothing. */
function toRefusal(error: unknown, endpoint: Endpoint | undefined): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error.validation);
  if (isDatabaseAway(error)) return new Refusal("errors.unavailable");
  // The contract accepted a value that the database cannot store. Blame the caller; the log names the missing rule.
  if (isUnfitValue(error)) return new Refusal("errors.invalidInput");
  return error instanceof Error && "statusCode" in error ? fromFramework(error.statusCode, endpoint) : undefined;
}

const byStatus: Partial<Record<number, ErrorCode>> = {
  // The address of a folder of files is refused like a missing one.
  403: "errors.notFound",
  404: "errors.notFound",
  413: "errors.payloadTooLarge",
  415: "errors.unsupportedMediaType",
  503: "errors.unavailable",
};

/** Fastify's own refusals: unreadable JSON, too large a body, a wrong content type. */
function fromFramework(status: unknown, endpoint: Endpoint | undefined): Refusal | undefined {
  if (typeof status !== "number" || (status >= 500 && status !== 503) || status < 400) return undefined;
  if (status === 415 && endpoint !== undefined) return new Refusal(refusalOfType(endpoint));
  return new Refusal(byStatus[status] ?? "errors.invalidInput");
}

/** A rule of the contract may name its own refusal. The first named refusal becomes the code of the answer. Keeps the answer small. */
function fromValidation(validation: FastifySchemaValidationError[]): Refusal {
  const faults = validation.slice(0, 20).flatMap(pathsOf).slice(0, 20);
  const errors = faults.map(({ path, message }): FieldError & { code: ErrorCode } => {
    const field = path.replaceAll("/", ".").slice(0, 100);
    const code = isErrorCode(message) ? message : "errors.invalidInput";
    return { ...(field === "" ? {} : { field }), message: new Refusal(code).message, code };
  });
  const named = errors.find(({ code }) => code !== "errors.invalidInput");
  return new Refusal(named?.code ?? "errors.invalidInput", { errors });
}

/** The schema library reports all unknown members of an object together, at the object's own path. */
function pathsOf({ instancePath, message, params }: FastifySchemaValidationError): { path: string; message: string | undefined }[] {
  const unknown: unknown = params["keys"];
  const paths = Array.isArray(unknown) ? unknown.slice(0, 20).map((key) => `${instancePath}/${key}`) : [instancePath];
  return paths.map((path) => ({ path: path.replace(/^\/+/, ""), message }));
}

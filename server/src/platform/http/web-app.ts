/** Serves the built web app: cached files, pages rendered per request, and anything else as not found. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompress, constants } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint, PortalState } from "@storyport/contract/endpoint";
import type { MaintenanceSwitch } from "#/platform/maintenance.ts";
import { Refusal } from "#/platform/refusal.ts";
import { StartRefusal } from "#/platform/settings.ts";
import { formToSendAgain, pageOfForm } from "./native-form.ts";
import { isFromElsewhere, isFromOurPages } from "./same-origin.ts";
import { carriesProof, pagePolicy, permissions } from "./security-headers.ts";

/** The exports of the web's server build (web/src/public/entry-server.tsx). The server knows their shape, not their sources. */
interface PageRenderer {
  renderPage(
    request: PageRequest & {
      isFromOurPages: boolean;
      isFromElsewhere: boolean;
      portalState(): Promise<PortalState>;
      send(request: ApiRequest): Promise<ApiAnswer>;
    },
  ): Promise<Page>;
  renderUnavailable(request: PageRequest & { failure: RefusedCall; form: KeptForm | undefined }): Promise<Page>;
}

interface PageRequest {
  url: string;
  cookies: string;
  language: string;
  nonce: string;
  settings: PageSettings;
}

interface Page {
  status: number;
  headers: [name: string, value: string][];
  html: string;
  usesCamera: boolean;
}

interface RefusedCall {
  status: number;
  statusText: string;
  code: string;
  message: string;
  requestId: string;
  retryAfterSeconds?: number | undefined;
}

interface KeptForm {
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
}

declare module "fastify" {
  interface FastifyInstance {
    /** Absent without pages. */
    answerUnavailable?(refusal: Refusal, exchange: { request: FastifyRequest; reply: FastifyReply }): Promise<FastifyReply>;
  }
}

interface ApiRequest {
  method: Endpoint["method"];
  url: string;
  headers: Record<string, string>;
  body?: string;
}

interface ApiAnswer {
  status: number;
  statusText: string;
  retryAfter: string | null;
  body: string;
}

/** The settings that pages show or link to. */
export interface PageSettings {
  dashboardUrl: string;
  productName: string;
  companyUrl: string;
  supportEmail: string;
}

export interface WebAppNeeds {
  isSecure: boolean;
  publicUrl: string;
  settings: PageSettings;
  /** Origins that pages may call in the background, for the content security policy. */
  listGameOrigins(): Promise<string[]>;
  maintenance: Pick<MaintenanceSwitch, "state">;
  /** Origins that a logout form may lead to, for the content security policy. */
  formTargets: readonly string[];
}

const dist = new URL("../../../../web/dist/", import.meta.url);

/** Serves the pages and their files. Throws a StartRefusal if they are not built. */
export async function registerWebApp(app: FastifyInstance, needs: WebAppNeeds): Promise<void> {
  const renderer = await loadRenderer();
  const client = fileURLToPath(new URL("client/", dist));
  await app.register(fastifyStatic, {
    root: `${client}assets`,
    prefix: "/assets/",
    immutable: true,
    maxAge: "365d",
    preCompressed: true,
    index: false,
    decorateReply: false,
  });
  await app.register(fastifyStatic, {
    root: client,
    prefix: "/",
    preCompressed: true,
    wildcard: false,
    index: false,
    globIgnore: ["**/assets/**", "**/*.br"],
    maxAge: "1d",
  });
  app.decorate("answerUnavailable", (refusal: Refusal, exchange: Exchange) => answerUnavailable(refusal, { ...exchange, needs, renderer }));
  app.get("/*", { schema: { hide: true }, exposeHeadRoute: true }, async (request, reply) =>
    answerPage(request, reply, { app, needs, renderer }),
  );
}

async function loadRenderer(): Promise<PageRenderer> {
  const path = fileURLToPath(new URL("server/entry-server.js", dist));
  if (!existsSync(path)) throw new StartRefusal("The web app is not built. Run `npm start`, or `npm run build` first.");
  const loaded: unknown = await import(pathToFileURL(path).href);
  // The web's build has its own types, and always exports a renderer.
  return loaded as PageRenderer;
}

interface Serving {
  app: FastifyInstance;
  needs: WebAppNeeds;
  renderer: PageRenderer;
}

async function answerPage(request: FastifyRequest, reply: FastifyReply, { app, needs, renderer }: Serving): Promise<FastifyReply> {
  const [path = ""] = request.url.split("?", 1);
  if (!isOwnAddress(path)) throw new Refusal("errors.notFound");
  // Refuse a missing file instead of rendering a page. Caches would store a 200 with HTML as that script.
  if (path.startsWith("/api/") || path.startsWith("/.well-known/") || /\.[a-z0-9]{1,8}$/i.test(path)) {
    throw new Refusal("errors.notFound");
  }
  const nonce = randomBytes(16).toString("base64");
  const apiCookies: string[] = [];
  const page = await renderer.renderPage({
    url: request.url,
    cookies: request.headers.cookie ?? "",
    language: request.headers["accept-language"] ?? "",
    isFromOurPages: isFromOurPages(request, needs.publicUrl),
    isFromElsewhere: isFromElsewhere(request, needs.publicUrl),
    nonce,
    settings: needs.settings,
    portalState: () => needs.maintenance.state(),
    send: (call) => callApi(app, request, { call, apiCookies }),
  });
  return sendPage(page, { request, reply, needs, nonce, apiCookies, gameOrigins: await needs.listGameOrigins() });
}

/** Shows a page for a navigation that was refused for now: for a form that the browser sent itself, or on the way to or from a provider. */
async function answerUnavailable(
  refusal: Refusal,
  { request, reply, needs, renderer }: Omit<Serving, "app"> & Exchange,
): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString("base64");
  const { form } = request.routeOptions.config.endpoint ?? {};
  const fields = form === undefined ? fieldsOf(request.body) : formToSendAgain(form, { request, reply });
  const page = await renderer.renderUnavailable({
    // A form's own address has no page.
    url: request.method === "GET" ? request.url : form === undefined ? "/login" : pageOfForm(form, request),
    cookies: request.headers.cookie ?? "",
    language: request.headers["accept-language"] ?? "",
    nonce,
    settings: needs.settings,
    failure: {
      status: refusal.status,
      statusText: "",
      code: refusal.code,
      message: refusal.message,
      requestId: request.id,
      retryAfterSeconds: refusal.details.retryAfterSeconds,
    },
    form: request.method === "GET" || fields === undefined ? undefined : { action: request.url, fields },
  });
  return sendPage(page, { request, reply, needs, nonce, apiCookies: [], gameOrigins: [] });
}

/**
 * Returns the fields of a provider's return by POST, which has no page of ours. A body that was refused before it was read has no fields.
 * The contract's schemas make numbers of some fields.
 */
function fieldsOf(body: unknown): [name: string, value: string][] {
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? [[name, String(value)]] : [],
  );
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

interface Sending extends Exchange {
  needs: WebAppNeeds;
  nonce: string;
  apiCookies: string[];
  gameOrigins: string[];
}

async function sendPage(page: Page, { request, reply, needs, nonce, apiCookies, gameOrigins }: Sending): Promise<FastifyReply> {
  reply.status(page.status);
  for (const [name, value] of page.headers) {
    if (name.toLowerCase() === "set-cookie") apiCookies.push(needs.isSecure ? `${value}; Secure` : value);
    else reply.header(name, value);
  }
  if (apiCookies.length > 0) reply.header("set-cookie", apiCookies);
  reply.header("cache-control", "no-store");
  if (carriesProof(request.url)) reply.header("referrer-policy", "no-referrer");
  if (page.usesCamera) reply.header("permissions-policy", permissions({ camera: "(self)" }));
  reply.header("content-security-policy", pagePolicy({ nonce, gameOrigins, formTargets: needs.formTargets }));
  return sendCompressed(request, reply, page.html);
}

/**
 * A path on our own origin. Browsers read "//host/" and "/\host/" as another site, so a redirect that repeats such a path would
 * lead there. The renderer accepts neither these nor an address with its host ("http://host/").
 */
function isOwnAddress(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}

/**
 * Runs the page's own API calls in process, with this caller's cookies and address. They count as calls from our own page. Whether the visit
 * itself came from there, the page learns by `isFromOurPages` and `isFromElsewhere`.
 */
async function callApi(
  app: FastifyInstance,
  request: FastifyRequest,
  { call, apiCookies }: { call: ApiRequest; apiCookies: string[] },
): Promise<ApiAnswer> {
  const answer = await app.inject({
    method: call.method,
    url: call.url,
    // Undefined if the browser has disconnected meanwhile. The call must not count for another address.
    remoteAddress: request.ip ?? "unknown",
    headers: { ...call.headers, cookie: request.headers.cookie ?? "", "sec-fetch-site": "same-origin" },
    ...(call.body === undefined ? {} : { payload: call.body }),
  });
  apiCookies.push(...[answer.headers["set-cookie"] ?? []].flat());
  return {
    status: answer.statusCode,
    statusText: answer.statusMessage,
    retryAfter: answer.headers["retry-after"]?.toString() ?? null,
    body: answer.body,
  };
}

const compress = promisify(brotliCompress);

async function sendCompressed(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  // A short page gains nothing.
  if (html.length < 1024 || !/\bbr\b/.test(request.headers["accept-encoding"]?.toString() ?? "")) return reply.send(html);
  // Quality 9 with a window of 64 KiB takes a millisecond, like 5 with the usual window. 10 and more take twelve times as long.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 };
  const body = await compress(html, { params });
  return reply.header("content-encoding", "br").send(body);
}

/** Configures Fastify for all routes: limits, parsers, headers, errors. */
import cookie from "@fastify/cookie";
import Fastify from "fastify";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Logger } from "pino";
import type { Settings } from "#/platform/settings.ts";
import { registerContentTypes } from "./content-types.ts";
import { registerErrorHandler } from "./error-handler.ts";
import { RequestLog } from "./request-log.ts";
import { countHandlers } from "./running-handlers.ts";
import { bareHeaders, registerSecurityHeaders } from "./security-headers.ts";
import { createTraceHeaders, traceResponse } from "./trace-headers.ts";
import { answerBrokenBytes, answerUnroutable } from "./unroutable.ts";

/** Makes the server with its limits, log and refusals, without routes. */
export async function createHttpServer(settings: Pick<Settings, "isSecure" | "trustedProxies">, log: Logger): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = log;
  const bare = bareHeaders(settings);
  const names = createTraceHeaders(settings.trustedProxies);
  const app = Fastify({
    loggerInstance: logger,
    logController: new RequestLog({ isOn: log.isLevelEnabled("info") }),
    genReqId: names.requestId,
    childLoggerFactory: (...[parent, bindings, , raw]) => {
      const traceId = names.trace(raw)?.traceId;
      return parent.child(traceId === undefined ? bindings : { ...bindings, traceId });
    },
    bodyLimit: 64 * 1024,
    // Paths carry codes of 128 characters; the router's own limit is 100.
    routerOptions: { maxParamLength: 200, ignoreDuplicateSlashes: false },
    exposeHeadRoutes: false,
    // Only a list of our proxies is safe. A count or `true` would trust a stranger's X-Forwarded-For.
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    // For the whole request with its body, so that a slow sender cannot hold a connection. A list of a school (8 MiB) passes at 4.5 Mbit/s.
    requestTimeout: 15_000,
    // Longer than the 60 s of usual proxies, so that a proxy never reuses a connection that closes here.
    keepAliveTimeout: 65_000,
    // By default Node looks for connections that exceed these times only every half minute.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000, maxHeaderSize: 16 * 1024 },
    // A stopping portal still answers requests that arrive on open connections.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    // Without these, Fastify loads its own compilers before ours are set. They cost start time and memory.
    schemaController: { compilersFactory: { buildValidator: neverAsked, buildSerializer: neverAsked } },
    frameworkErrors: (error, request, reply) => answerUnroutable(error, { request, reply, headers: bare }),
    clientErrorHandler: (error, socket) => answerBrokenBytes(error, socket, bare),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerErrorHandler(app);
  countHandlers(app);
  await app.register(cookie, { parseOptions: { secure: settings.isSecure } });
  await registerContentTypes(app);
  registerSecurityHeaders(app, settings);
  if (settings.trustedProxies.length > 0) {
    app.addHook("onRequest", (request, reply, done) => {
      const trace = names.trace(request.raw);
      if (trace !== undefined) reply.header("traceresponse", traceResponse(trace));
      done();
    });
  }
  return app;
}

function neverAsked(): never {
  throw new Error("Fastify asked for a compiler although ours are set.");
}

/** Configures Fastify for all routes: limits, parsers, headers, errors. */
import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import Fastify from "fastify";
import type { FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { logOptions } from "#/platform/log.ts";
import type { Settings } from "#/platform/settings.ts";
import { registerContentTypes } from "./content-types.ts";
import { registerErrorHandler } from "./error-handler.ts";
import { registerSecurityHeaders } from "./security-headers.ts";
import { answerBrokenBytes, answerUnroutable } from "./unroutable.ts";

export async function createHttpServer(settings: Pick<Settings, "isSecure" | "logLevel" | "trustedProxies">): Promise<FastifyInstance> {
  const app = Fastify({
    logger: logOptions(settings.logLevel),
    genReqId: () => randomUUID(),
    bodyLimit: 64 * 1024,
    // Paths carry codes of 128 characters; the router's own limit is 100.
    routerOptions: { maxParamLength: 200, ignoreDuplicateSlashes: false },
    exposeHeadRoutes: false,
    // Only a list of our proxies is safe. A count or `true` would trust a stranger's X-Forwarded-For.
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000, maxHeaderSize: 16 * 1024 },
    return503OnClosing: false,
    forceCloseConnections: "idle",
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerBrokenBytes,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerErrorHandler(app);
  await app.register(cookie, { parseOptions: { secure: settings.isSecure } });
  await registerContentTypes(app);
  registerSecurityHeaders(app, settings);
  return app;
}

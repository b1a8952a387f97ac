/** The OpenAPI document, generated from the contract. */
import type { FastifyInstance } from "fastify";
import { apiBase } from "@storyport/contract/endpoint";
import { anyOrigin, openDocument } from "./cross-origin.ts";
import type { DescribedPortal, DescribedRoute, OpenApiDocument } from "./write-open-api.ts";

/** Register it before the routes that it describes. The first request for the document writes it. */
export function registerOpenApi(app: FastifyInstance, portal: DescribedPortal): void {
  const routes: DescribedRoute[] = [];
  app.addHook("onRoute", ({ method, url, schema = {}, config = {} }) => void routes.push({ method, url, schema, config }));
  let document: Promise<OpenApiDocument> | undefined;
  const url = `${apiBase}/openapi.json`;
  openDocument(app, url);
  app.get(url, { schema: { hide: true }, exposeHeadRoute: true }, async (_request, reply) => {
    reply.headers(anyOrigin);
    // A failed import is tried again with the next request.
    document ??= write(routes, portal).catch((error: unknown) => {
      document = undefined;
      throw error;
    });
    return document;
  });
}

async function write(routes: readonly DescribedRoute[], portal: DescribedPortal): Promise<OpenApiDocument> {
  // Imported only when used: its library costs start time and memory.
  const { writeOpenApi } = await import("./write-open-api.ts");
  return writeOpenApi(routes, portal);
}

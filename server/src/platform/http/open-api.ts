/** The OpenAPI document, generated from the contract. */
import Fastify from "fastify";
import type { FastifyInstance, RouteOptions } from "fastify";
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { apiBase } from "@storyport/contract/endpoint";
import type { Endpoint } from "@storyport/contract/endpoint";

type Route = Pick<RouteOptions, "method" | "url" | "schema" | "config">;

/** Register it before the routes that it describes. The first request for the document writes it. */
export function registerOpenApi(app: FastifyInstance, productName: string): void {
  const routes: Route[] = [];
  app.addHook("onRoute", ({ method, url, schema = {}, config = {} }) => void routes.push({ method, url, schema, config }));
  let document: ReturnType<typeof describe> | undefined;
  app.get(`${apiBase}/openapi.json`, { schema: { hide: true }, exposeHeadRoute: true }, async () => {
    // A failed import is tried again with the next request.
    document ??= describe(routes, productName).catch((error: unknown) => {
      document = undefined;
      throw error;
    });
    return document;
  });
}

/** The library describes the routes of a server as they are added. Here it gets a server that is never opened. */
async function describe(routes: readonly Route[], productName: string): Promise<ReturnType<FastifyInstance["swagger"]>> {
  // Imported only when used: the library costs start time and memory.
  const { default: swagger } = await import("@fastify/swagger");
  const app = Fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: `${productName} account and login API`,
        version: "1",
        description: "Errors are { message, code, requestId, errors? }; translate by code.",
      },
      servers: [{ url: "/" }],
    },
    transform: (route) => showExample(jsonSchemaTransform(route), route.route.config?.endpoint?.example),
  });
  for (const route of routes) app.route({ ...route, handler: () => undefined });
  await app.ready();
  return app.swagger();
}

type Described = ReturnType<typeof jsonSchemaTransform>;

/** Shows an example for the whole body, but for each parameter alone, as OpenAPI demands. */
function showExample(described: Described, example: Endpoint["example"]): Described {
  const { schema } = described;
  if (example === undefined || schema === undefined) return described;
  if (example.body !== undefined) Object.assign(schema.body ?? {}, { example: example.body });
  for (const [part, values] of [
    ["params", example.params],
    ["querystring", example.query],
  ] as const) {
    for (const [name, value] of Object.entries(values ?? {})) {
      const property: unknown = Reflect.get(Object(Reflect.get(Object(schema[part]), "properties")), name);
      if (typeof property === "object" && property !== null) Object.assign(property, { example: value });
    }
  }
  return described;
}

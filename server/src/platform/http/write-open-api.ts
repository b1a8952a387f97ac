/** Writes the OpenAPI document. The library describes inputs and answers; the contract says the rest of each operation. */
import swagger from "@fastify/swagger";
import Fastify from "fastify";
import type { RouteOptions } from "fastify";
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Endpoint } from "@storyport/contract/endpoint";
import { bodyOf, refusalSchemas, responsesOf } from "./open-api-operation.ts";
import type { Operation } from "./open-api-operation.ts";
import { callersOf, securityOf, securitySchemes } from "./open-api-security.ts";
import { sessionCookieName } from "./session-cookie.ts";

export type DescribedRoute = Pick<RouteOptions, "method" | "url" | "schema" | "config">;

/** What the document says of this portal. */
export interface DescribedPortal {
  brand: { productName: string };
  /** Decides how the cookie of a session is called. */
  isSecure: boolean;
}

export interface OpenApiDocument {
  components?: { schemas?: Record<string, object>; securitySchemes?: Record<string, object> };
  paths?: Record<string, Record<string, Operation>>;
}

/** The library describes the routes of a server as they are added. Here it gets a server that is never opened. */
export async function writeOpenApi(routes: readonly DescribedRoute[], { brand, isSecure }: DescribedPortal): Promise<OpenApiDocument> {
  const app = Fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: `${brand.productName} account and login API`,
        version: "1",
        description: "Errors are { message, code, requestId, errors? }; translate by code.",
      },
      servers: [{ url: "/" }],
    },
    transform: (route) => showExample(jsonSchemaTransform(route), route.route.config?.endpoint?.example),
  });
  for (const route of routes) app.route({ ...route, handler: () => undefined });
  await app.ready();
  const described: object = app.swagger();
  const document = complete(described, routes);
  const { schemas } = document.components ?? {};
  document.components = {
    schemas: { ...schemas, ...refusalSchemas() },
    securitySchemes: securitySchemes(sessionCookieName(isSecure)),
  };
  return document;
}

/** The library knows neither redirects nor refusals nor proofs, and describes every body as JSON. */
function complete(document: OpenApiDocument, routes: readonly DescribedRoute[]): OpenApiDocument {
  const endpoints = new Map(routes.flatMap(({ config }) => (config?.endpoint ? [[config.endpoint.name, config.endpoint]] : [])));
  for (const operation of Object.values(document.paths ?? {}).flatMap((methods) => Object.values(methods))) {
    const endpoint = endpoints.get(operation.operationId);
    if (endpoint === undefined) continue;
    operation.description = callersOf(endpoint);
    operation.security = securityOf(endpoint);
    operation.responses = responsesOf(endpoint, operation);
    const requestBody = bodyOf(endpoint, operation);
    if (requestBody !== undefined) operation.requestBody = requestBody;
  }
  return document;
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

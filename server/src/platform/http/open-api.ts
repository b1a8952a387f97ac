/** The OpenAPI document, generated from the contract. */
import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { apiBase } from "@storyport/contract/endpoint";
import type { Endpoint } from "@storyport/contract/endpoint";

/** Register it before the routes that it describes. */
export async function registerOpenApi(app: FastifyInstance, productName: string): Promise<void> {
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
  app.get(`${apiBase}/openapi.json`, { schema: { hide: true }, exposeHeadRoute: true }, async () => app.swagger());
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

/** The OpenAPI document, generated from the contract. */
import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { apiBase } from "@storyport/contract/endpoint";

/** Must be registered before the routes it describes. */
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
    transform: jsonSchemaTransform,
  });
  app.get(`${apiBase}/openapi.json`, { schema: { hide: true } }, async () => app.swagger());
}

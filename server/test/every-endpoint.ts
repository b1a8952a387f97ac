/** Finds every endpoint of the contract by reading its folder, so that new ones are tested without being listed. */
import { readdirSync } from "node:fs";
import { apiBase } from "@storyport/contract/endpoint";
import type { Endpoint } from "@storyport/contract/endpoint";
import type { FastifyInstance } from "fastify";
import type { CallParts } from "./browser.ts";

const folder = new URL("../../contract/src/", import.meta.url);

/** By export name. */
export const exportedEndpoints: [exportName: string, endpoint: Endpoint][] = await readContract();

export const endpoints: Endpoint[] = exportedEndpoints.map(([, endpoint]) => endpoint);

async function readContract(): Promise<[string, Endpoint][]> {
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
  // The providers' endpoints are exported together in one record; each has its own name.
  const made = modules.flatMap((module) => Object.values(module).flatMap((value) => (isEndpoint(value) ? [] : endpointsIn(value))));
  const exported = [...modules.flatMap((module) => Object.entries(module)), ...made.map((one) => [one.name, one] as const)];
  return exported.filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])).toSorted(([a], [b]) => a.localeCompare(b));
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "access" in value && "refusals" in value && "path" in value;
}

function endpointsIn(value: unknown): Endpoint[] {
  return typeof value === "object" && value !== null ? Object.values(value).filter(isEndpoint) : [];
}

/** An address of the endpoint with a value for each parameter. */
export function anAddressOf(endpoint: Endpoint, parameter = "00000000-0000-4000-8000-000000000000"): string {
  return `${apiBase}/${endpoint.path.replace(/\{\w+\}/g, encodeURIComponent(parameter))}`;
}

/**
 * Whether the server accepts a call only from our own pages. Repeats the rule of common-refusals.ts on purpose, so that a test fails when that
 * rule changes. Unlike `changesSomething`, every POST counts, even if it only reads. Calls of games and providers bring their own proof.
 */
export function needsOurPages(endpoint: Endpoint): boolean {
  if (endpoint.access.by === "game" || endpoint.access.by === "provider") return false;
  return endpoint.method !== "GET" || endpoint.changesState === true;
}

export function isServed(app: FastifyInstance, { method, path }: Endpoint): boolean {
  return app.hasRoute({ method, url: `/api/auth/${path.replace(/\{(\w+)\}/g, ":$1")}` });
}

/** The contract's example of an endpoint, as a browser sends it. */
export function exampleOf({ example, bodyKind }: Endpoint): CallParts {
  return { ...(example as CallParts | undefined), ...(bodyKind === "text" ? { headers: { "content-type": "text/plain" } } : {}) };
}

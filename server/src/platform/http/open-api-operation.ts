/** The responses and the request body of an operation, as the contract has them. */
import { redirects } from "@storyport/contract/endpoint";
import type { Endpoint } from "@storyport/contract/endpoint";
import { errorEnvelope, refusals } from "@storyport/contract/error-codes";
import type { ErrorCode } from "@storyport/contract/error-codes";
import * as z from "zod";
import { commonRefusals } from "./common-refusals.ts";
import { mayChallenge } from "./open-api-security.ts";
import type { Security } from "./open-api-security.ts";

type Content = Record<string, object>;
interface Response {
  description: string;
  headers?: Record<string, object>;
  content?: Content;
}
interface RequestBody {
  required?: boolean;
  content: Content;
}
export interface Operation {
  operationId: string;
  description?: string;
  security?: Security;
  requestBody?: RequestBody;
  responses: Record<string, Response>;
}

/** Games read the members of OAuth, and everybody else the envelope alone. */
export function refusalSchemas(): Record<string, object> {
  const { $schema: _, ...envelope } = z.toJSONSchema(errorEnvelope, { io: "input" });
  const text = { type: "string" };
  // A call without an access token learns no cause (RFC 6750, section 3.1).
  const ofOAuth = {
    type: "object",
    properties: { error: text, error_description: text },
    dependentRequired: { error: ["error_description"] },
  };
  return {
    Refusal: { ...envelope, description: "Translate by `code`." },
    OAuthRefusal: { allOf: [{ $ref: "#/components/schemas/Refusal" }, ofOAuth] },
  };
}

/** Takes the schema of the answer from what the library has described. */
export function responsesOf(endpoint: Endpoint, { responses }: Pick<Operation, "responses">): Operation["responses"] {
  const { status = 200, form, refusedBy, refusals: own } = endpoint;
  const described: Operation["responses"] = { [status]: successOf(endpoint, responses[status]?.content) };
  if (form !== undefined) described[303] = redirect("A form that a browser posts: to the next page, or back with `error` in the address.");
  if (redirects(endpoint)) described[303] = redirect(redirectOf(endpoint));
  const codes = new Set([...(refusedBy === "redirect" ? [] : own), ...commonRefusals(endpoint)]);
  for (const [refused, group] of Map.groupBy(codes, (code) => refusals[code][0])) {
    if (!isOnlyNavigatedTo(endpoint) || refused === 503) described[refused] = refusalOf(endpoint, refused, group);
  }
  return described;
}

/** The return from a provider is always a navigation, so its refusals are redirects. Only the page of an absent portal is none. */
function isOnlyNavigatedTo({ access, method }: Endpoint): boolean {
  return access.by === "provider" && method === "GET";
}

function successOf(endpoint: Endpoint, answer: Content | undefined): Response {
  if (redirects(endpoint)) return redirect("The browser goes on.");
  if (endpoint.responseKind === "csv") return { description: "A file", content: { "text/csv": { schema: { type: "string" } } } };
  if (endpoint.response === undefined || answer === undefined) return { description: "Done" };
  return { description: endpoint.status === 201 ? "Created" : "The answer", content: answer };
}

/** A browser that navigates gets no JSON, so a refusal leads it to a page. */
function redirectOf({ status, refusedBy, refusals: own }: Endpoint): string {
  const refused = `A refused navigation: to a page with \`error\` in its address${refusedBy === "redirect" ? `, one of ${own.join(", ")}` : ""}.`;
  return status === 303 ? `The browser goes on. ${refused}` : refused;
}

function redirect(description: string): Response {
  return { description, headers: { Location: { required: true, schema: { type: "string" } } } };
}

function refusalOf(endpoint: Endpoint, status: number, codes: ErrorCode[]): Response {
  const envelope = endpoint.access.by === "game" ? "OAuthRefusal" : "Refusal";
  const schema = { allOf: [{ $ref: `#/components/schemas/${envelope}` }, { properties: { code: { enum: codes } } }] };
  // While the portal is away, a browser gets a page in place of JSON.
  const showsPage = status === 503 && (endpoint.form !== undefined || redirects(endpoint));
  return {
    description: codes.map((code) => `${code}: ${refusals[code][1]}`).join("\n"),
    ...headersOf(endpoint, status, codes),
    content: { "application/json": { schema }, ...(showsPage && { "text/html": { schema: { type: "string" } } }) },
  };
}

function headersOf(endpoint: Endpoint, status: number, codes: readonly ErrorCode[]): Pick<Response, "headers"> {
  if (status === 429 || status === 503) return { headers: { "Retry-After": { schema: { type: "integer" } } } };
  return mayChallenge(endpoint, codes) ? { headers: { "WWW-Authenticate": { schema: { type: "string" } } } } : {};
}

/** An endpoint may take an empty body of its type without a schema. */
export function bodyOf(endpoint: Endpoint, { requestBody }: Pick<Operation, "requestBody">): RequestBody | undefined {
  const { access, bodyKind = "json" } = endpoint;
  if (bodyKind === "text") return { content: { "text/plain": { schema: { type: "string", maxLength: 0 } }, "*/*": { schema: {} } } };
  if (bodyKind === "json") return requestBody;
  const json = requestBody?.content["application/json"] ?? { schema: { type: "object" } };
  // OAuth sends forms, and our own pages send JSON once their script runs.
  const types = ["application/json", "application/x-www-form-urlencoded"];
  const content = Object.fromEntries((access.by === "game" ? types.toReversed() : types).map((type) => [type, json]));
  return { ...requestBody, content };
}

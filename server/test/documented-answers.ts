/** Compares the answers that tests get with the responses that the OpenAPI document shows for their endpoint. */
import type { Endpoint } from "@storyport/contract/endpoint";
import { responsesOf } from "#/platform/http/open-api-operation.ts";

interface Answered {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  body: unknown;
}

const documented = new Map<Endpoint, ReturnType<typeof responsesOf>>();

/** Throws if the document lacks the status of the answer, the code of a refusal, or the challenge that the answer has. */
export function requireDocumented(endpoint: Endpoint, { status, headers, body }: Answered): void {
  const responses = documented.get(endpoint) ?? responsesOf(endpoint, { responses: {} });
  documented.set(endpoint, responses);
  const response = responses[status];
  if (headers["www-authenticate"] !== undefined && response?.headers?.["WWW-Authenticate"] === undefined) {
    throw new Error(`${endpoint.name} answered ${status} with WWW-Authenticate. The OpenAPI document does not say so.`);
  }
  const isPage = String(headers["content-type"]).startsWith("text/html");
  const code: unknown = status < 400 || isPage ? undefined : Reflect.get(Object(body), "code");
  if (response !== undefined && (code === undefined || JSON.stringify(response).includes(`"${String(code)}"`))) return;
  throw new Error(`${endpoint.name} answered ${status} ${String(code ?? "")}. Its endpoint in the contract does not say so.`);
}

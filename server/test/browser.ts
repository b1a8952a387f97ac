/** A browser for HTTP tests: keeps cookies, and sends the headers of a browser on the portal's own pages. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { endpointUrl } from "@storyport/contract/endpoint";
import type { Endpoint } from "@storyport/contract/endpoint";
import { requireDocumented } from "./documented-answers.ts";

export interface Answer {
  status: number;
  headers: LightMyRequestResponse["headers"];
  /** The parsed JSON; undefined if there is none. */
  body: unknown;
  text: string;
}

/** Parts of a call. Loosely typed, since tests send what the contract refuses. */
export interface CallParts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Undefined takes away a header that the browser would send. */
  headers?: Record<string, string | undefined>;
  remoteAddress?: string;
}

export interface Browser {
  readonly cookies: Map<string, string>;
  /** Throws if the OpenAPI document does not show such an answer of the endpoint. */
  call(endpoint: Endpoint, parts?: CallParts): Promise<Answer>;
  send(request: InjectOptions): Promise<Answer>;
  /** Posts an urlencoded form, as a page without script does. */
  postForm(url: string, fields: Record<string, string>): Promise<Answer>;
}

export function createBrowser(app: FastifyInstance): Browser {
  const cookies = new Map<string, string>();

  const send = async (request: InjectOptions): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await app.inject({
      ...request,
      headers: presentOf({ "sec-fetch-site": "same-origin", ...(cookie === "" ? {} : { cookie }), ...request.headers }),
    });
    for (const { name, value, maxAge, expires } of response.cookies) {
      const isGone = maxAge === 0 || (expires !== undefined && expires.getTime() <= Date.now());
      if (isGone) cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: response.statusCode, headers: response.headers, body: parseJson(response.body), text: response.body };
  };

  return {
    cookies,
    send,
    async call(endpoint, { params, query, body, headers, remoteAddress } = {}) {
      const payload = body === undefined ? {} : { payload: JSON.stringify(body), contentType: "application/json" };
      const answer = await send({
        method: endpoint.method,
        url: endpointUrl(endpoint, { params, query }),
        ...(remoteAddress === undefined ? {} : { remoteAddress }),
        ...("payload" in payload ? { payload: payload.payload } : {}),
        headers: { ...("payload" in payload ? { "content-type": payload.contentType } : {}), ...headers },
      });
      requireDocumented(endpoint, answer);
      return answer;
    },
    postForm: (url, fields) =>
      send({
        method: "POST",
        url,
        payload: new URLSearchParams(fields).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      }),
  };
}

function presentOf(headers: NonNullable<InjectOptions["headers"]>): NonNullable<InjectOptions["headers"]> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Returns status and body of an answer without its request id, to compare two answers. */
export function bytesOf({ status, text }: Answer): string {
  return `${status} ${text.replace(/"requestId":"[^"]+"/, "")}`;
}

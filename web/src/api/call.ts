/**
 * Sends the requests of pages to our API. Rendering on the server passes its own `send`; the browser's is `fetch`. Two others need none of
 * this: the stream of a board (`live-board.ts`), and a walk, which plays a game (`walk-requests.ts`).
 */
import { endpointUrl } from "@storyport/contract/endpoint";
import type { Definition, Endpoint, InputOf, ResponseOf } from "@storyport/contract/endpoint";
import { ApiError, readFailure } from "./api-error.ts";

export interface ApiRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

export interface ApiAnswer {
  status: number;
  statusText: string;
  retryAfter: string | null;
  body: string;
}

/** Sends a request to our API: from the browser, or in process while the server draws a page. */
export type Send = (request: ApiRequest) => Promise<ApiAnswer>;

/** An endpoint without an input takes no second argument. */
export type Arguments<E extends Endpoint> = unknown extends InputOf<E> ? [] : [input: InputOf<E>];

/** Calls an endpoint of the contract: resolves with its answer, rejects with an ApiError. The server and tests check it (`checked`). */
export type Call = <E extends Endpoint>(endpoint: E, ...input: Arguments<E>) => Promise<ResponseOf<E>>;

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Called after each request that changes something. `isDone`: the server did the change. Without a response it may have done it too. */
export type OnWrite = (isDone: boolean) => void;

/**
 * `shownAccount`: the account that the page shows, or 1 for a page that shows none. The server refuses changes if the session belongs to
 * another account (errors.otherAccount).
 */
export function createCall(send: Send, onWrite?: OnWrite, shownAccount = "1"): Call {
  return async (endpoint, ...[input]) => {
    let answer: ApiAnswer | undefined;
    try {
      answer = await sendToPortal(send, toRequest(endpoint, input ?? {}, shownAccount));
    } finally {
      if (isWrite(endpoint)) onWrite?.(answer !== undefined && isSuccess(answer));
    }
    const body = parseJson(answer.body);
    if (!isSuccess(answer)) {
      const failure = readFailure(answer.status, answer.statusText, body);
      const retryAfterSeconds = Number.parseInt(answer.retryAfter ?? "", 10);
      throw new ApiError(Number.isNaN(retryAfterSeconds) ? failure : { ...failure, retryAfterSeconds });
    }
    return await checked(endpoint, answer.status, body);
  };
}

/**
 * Whether a call changes something. An endpoint may differ from its method: some change something by GET, and some only read by POST.
 * Unlike `changesSomething` of the contract it ignores redirects, because the browser navigates to them and never calls them here.
 */
export function isWrite({ changesState, method }: Endpoint): boolean {
  return changesState ?? method !== "GET";
}

/** Sends from the browser, with our origin's cookies. */
export const sendFromBrowser: Send = async ({ method, url, headers, body }) => {
  const response = await fetch(url, {
    method,
    headers,
    credentials: "same-origin",
    ...(body === undefined ? {} : { body }),
  });
  return {
    status: response.status,
    statusText: response.statusText,
    retryAfter: response.headers.get("retry-after"),
    body: await response.text(),
  };
};

function toRequest(endpoint: Endpoint, input: Parts, shownAccount: string): ApiRequest {
  const request = { method: endpoint.method, url: endpointUrl(endpoint, input) };
  // Another site cannot send `x-storyport` without a CORS preflight, so the server knows our pages by it.
  const headers = { accept: "application/json", "x-storyport": shownAccount };
  if (endpoint.bodyKind === "text") return { ...request, headers: { ...headers, "content-type": "text/plain" }, body: "" };
  if (input.body === undefined) return { ...request, headers };
  return {
    ...request,
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(input.body),
  };
}

async function sendToPortal(send: Send, request: ApiRequest): Promise<ApiAnswer> {
  try {
    return await send(request);
  } catch (cause) {
    const message = "The portal could not be reached.";
    throw new ApiError({ status: 0, statusText: "", code: "errors.offline", message }, { cause });
  }
}

function isSuccess({ status }: ApiAnswer): boolean {
  return status >= 200 && status <= 299;
}

function parseJson(body: string): unknown {
  try {
    return body === "" ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * Validates by the endpoint's schema, on the server and in tests. In the browser endpoints have no schemas (contract-endpoints.vite.ts),
 * because our server validates its responses. Something else may answer, such as a network's login page; its body is not JSON.
 */
async function checked<E extends Endpoint>(endpoint: E, status: number, body: unknown): Promise<ResponseOf<E>> {
  // Only the type knows which endpoints answer 204.
  if (status === 204) return undefined as ResponseOf<E>;
  const checks = body === undefined ? { issues: [{ message: "No JSON." }] } : await responseOf(endpoint)?.["~standard"].validate(body);
  if (checks?.issues === undefined) return (checks === undefined ? body : checks.value) as ResponseOf<E>;
  const message = `The answer of ${endpoint.path} does not match the contract.`;
  throw new ApiError({ status, statusText: "", code: "errors.unexpected", message }, { cause: checks.issues });
}

/** The only place of the web that reads an endpoint's schema: everywhere else the type hides it (hidden-schemas.d.ts). */
function responseOf(endpoint: Endpoint): Definition["response"] {
  return (endpoint as Definition).response;
}

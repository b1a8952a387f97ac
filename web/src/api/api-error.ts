import type { FieldError } from "@storyport/contract/error-codes";
import type { Endpoint } from "@storyport/contract/endpoint";

/** Why a call failed. */
export interface Failure {
  /** It is 0 without a response, or if only the code is known. */
  status: number;
  statusText: string;
  /**
   * A code of the contract, or of a newer server; `errors.offline` is the web's own. Screens find texts by it, and never list all codes.
   * Empty if the answer has a message alone.
   */
  code: string;
  /** The server's own sentence. Shown without a code, or with a code that this build does not know. */
  message: string;
  /** The log has the request under this id. */
  requestId?: string | undefined;
  /** The faults of single fields. */
  errors?: FieldError[] | undefined;
  /** The seconds until a retry may succeed, if the server names them. */
  retryAfterSeconds?: number | undefined;
}

/** A failed call: the server refused it (the failure's `code` says why), or no response came (`errors.offline`). */
export class ApiError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = "ApiError";
    this.failure = failure;
  }
}

/**
 * Reads the body of a refused call. A message alone is enough (specification, section 8). Anything else, such as a proxy's page or an empty
 * body, becomes `errors.unexpected`.
 */
export function readFailure(status: number, statusText: string, body: unknown): Failure {
  const refusal = isRecord(body) ? readRefusal(body) : undefined;
  return { status, statusText, ...(refusal ?? { code: "errors.unexpected", message: statusText || String(status) }) };
}

type Refusal = Omit<Failure, "status" | "statusText">;

// Checked by hand, because every page's first script includes this and must not load the schema library.
function readRefusal(body: Record<string, unknown>): Refusal | undefined {
  const errors = Array.isArray(body["errors"]) ? body["errors"].flatMap(readFieldError) : undefined;
  // Setting a name may answer a list of messages alone (specification, section 7).
  const message = readText(body["message"]) ?? errors?.map((each) => each.message).join(" ");
  const code = readText(body["code"]) ?? "";
  if (message === undefined || `${message}${code}` === "") return undefined;
  return { message, code, requestId: readText(body["requestId"]), errors };
}

/** Leaves out an item without a message. */
function readFieldError(item: unknown): FieldError[] {
  const message = isRecord(item) ? readText(item["message"]) : undefined;
  if (!isRecord(item) || message === undefined) return [];
  const field = readText(item["field"]);
  const code = readText(item["code"]);
  return [{ message, ...(field !== undefined && { field }), ...(code !== undefined && { code }) }];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/**
 * Returns whether a call was refused for lack of a session: it has ended, or never began. The status alone says so (specification, sections
 * 2 and 7). Only where a call checks a password or a code, the refusal's code decides.
 */
export function isNotLoggedIn(error: unknown, { checksProof }: Endpoint): boolean {
  if (!(error instanceof ApiError) || error.failure.status !== 401) return false;
  return checksProof !== true || error.failure.code === "errors.notLoggedIn";
}

import type { ErrorEnvelope, FieldError } from "@storyport/contract/error-codes";

/** Why a call failed. */
export interface Failure {
  /** It is 0 without a response, or if only the code is known. */
  status: number;
  statusText: string;
  /**
   * A code of the contract, or of a newer server; `errors.offline` is the web's own. Screens find texts by it, and never list all codes.
   */
  code: string;
  /** The server's English sentence, for codes this build does not know. */
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

/** Reads the envelope of a refused call. Anything else (a proxy's page, an empty body) becomes `errors.unexpected`. */
export function readFailure(status: number, statusText: string, body: unknown): Failure {
  if (!isEnvelope(body)) return { status, statusText, code: "errors.unexpected", message: statusText || String(status) };
  const { message, code, requestId, errors } = body;
  return { status, statusText, code, message, requestId, errors };
}

// Checked by hand, because every page's first script includes this and must not load the schema library.
function isEnvelope(body: unknown): body is ErrorEnvelope {
  if (!isRecord(body) || ![body["message"], body["code"], body["requestId"]].every(isText)) return false;
  const { errors } = body;
  return errors === undefined || (Array.isArray(errors) && errors.every(isFieldError));
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && isText(value["message"]) && [value["field"], value["code"]].every((part) => part === undefined || isText(part));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Returns whether a call was refused for lack of a session: it has ended, or never began. */
export function isNotLoggedIn(error: unknown): boolean {
  return error instanceof ApiError && error.failure.status === 401 && error.failure.code === "errors.notLoggedIn";
}

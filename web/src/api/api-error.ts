/** A call that did not succeed: refused by the server (`code` says why), or never answered (`errors.offline`). */
import { errorEnvelope, isErrorCode } from "@storyport/contract/error-codes";
import type { ErrorCode, FieldError } from "@storyport/contract/error-codes";

export interface Failure {
  /** 0 when no answer came. */
  status: number;
  statusText: string;
  code: ErrorCode | "errors.offline";
  /** The server's English sentence, for codes this build does not know. */
  message: string;
  requestId?: string | undefined;
  errors?: FieldError[] | undefined;
  retryAfterSeconds?: number | undefined;
}

export class ApiError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = "ApiError";
    this.failure = failure;
  }
}

/** Reads the envelope of a refused call; anything else (a proxy's page, an empty body) becomes `errors.unexpected`. */
export function readFailure(status: number, statusText: string, body: unknown): Failure {
  const envelope = errorEnvelope.safeParse(body);
  if (!envelope.success) return { status, statusText, code: "errors.unexpected", message: statusText || String(status) };
  const { message, code, requestId, errors } = envelope.data;
  return { status, statusText, code: isErrorCode(code) ? code : "errors.unexpected", message, requestId, errors };
}

export function isNotLoggedIn(error: unknown): boolean {
  return error instanceof ApiError && error.failure.status === 401;
}

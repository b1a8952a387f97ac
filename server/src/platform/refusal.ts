import { refusals } from "@storyport/contract/error-codes";
import type { ErrorCode, FieldError } from "@storyport/contract/error-codes";

export interface RefusalDetails {
  retryAfterSeconds?: number;
  errors?: FieldError[];
  /** The scope that an access token needs for this call. */
  scope?: string | undefined;
  /** The call came without an access token. */
  lacksToken?: boolean;
  /** The real cause, for the log; never sent. */
  reason?: string;
}

/**
 * An expected refusal. Operations throw it, and the error handler turns it into the contract's envelope. Any other thrown error
 * is a bug.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: RefusalDetails;

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    const [status, message] = refusals[code];
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** Creates a refusal that also names its field. */
export function fieldRefusal(code: ErrorCode, field: string): Refusal {
  return new Refusal(code, { errors: [{ field, message: refusals[code][1], code }] });
}

import { ApiError } from "#/api/api-error.ts";
import type { Failure } from "#/api/api-error.ts";

/** An offer that was answered, withdrawn or expired meanwhile. */
export interface OfferEnd {
  /** Says how it ended. */
  ended: Failure;
}

/** Returns whether the offer takes no answer any more. */
export function isOfferEnd({ code }: Failure): boolean {
  return code === "errors.transferEnded" || code === "errors.transferExpired";
}

/** Returns the answer of a call, or the end of the offer. Other refusals are thrown, because another try may help. */
export async function orOfferEnd<T>(call: Promise<T>): Promise<T | OfferEnd> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && isOfferEnd(error.failure)) return { ended: error.failure };
    throw error;
  }
}

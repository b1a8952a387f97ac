import type { Failure } from "#/api/api-error.ts";
import { hasLinkText } from "#/features/links/link-texts.ts";

/** Returns whether the server finds the new password too weak. A 400 means that, unless its code has another text (specification, section 5). */
export function isTooWeak(failure: Failure): boolean {
  return failure.code === "errors.passwordTooWeak" || (failure.status === 400 && !hasLinkText(failure));
}

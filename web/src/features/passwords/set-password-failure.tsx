import { m } from "@storyport/texts/messages";
import type { Failure } from "#/api/api-error.ts";
import { LinkFailure } from "#/features/links/link-failure.tsx";
import { hasLinkText } from "#/features/links/link-texts.ts";
import { Notice } from "#/ui/notice.tsx";
import { isTooWeak } from "./too-weak.ts";

/**
 * 'The password is too weak' comes with advice. A failure without a text of its own shows that the link has errors or has expired. Its own
 * words follow below (specification, section 8).
 */
export function SetPasswordFailure({ failure }: { failure: Failure }) {
  if (isTooWeak(failure)) {
    return (
      <Notice takesFocus={failure} tone="error" title={m["errors.passwordTooWeak"]()}>
        {m["instructions.passwordInstructions"]()}
      </Notice>
    );
  }
  return <LinkFailure failure={failure} title={hasLinkText(failure) ? undefined : m["errors.resetLinkIncorrectOrExpired"]()} />;
}

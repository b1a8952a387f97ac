import { m } from "@storyport/texts/messages";
import type { Failure } from "#/api/api-error.ts";
import { LinkFailure } from "#/features/links/link-failure.tsx";

/** 'The password is too weak' comes with advice (specification, section 8). */
export function SetPasswordFailure({ failure }: { failure: Failure }) {
  const isWeak = failure.code === "errors.passwordTooWeak";
  return <LinkFailure failure={failure} advice={isWeak ? m["instructions.passwordInstructions"]() : undefined} />;
}

import type { ReactNode } from "react";
import type { Failure } from "#/api/api-error.ts";
import { Notice } from "#/ui/notice.tsx";
import { linkFailureText, reasonText } from "./link-texts.ts";

/** Why a call was refused, above its form. Takes the focus, so that it is read out and the next Tab continues from here. */
export function LinkFailure({ failure, title, advice }: { failure: Failure; title?: string | undefined; advice?: ReactNode }) {
  const text = linkFailureText(failure);
  return (
    <Notice takesFocus={failure} tone="error" title={title ?? text}>
      {title !== undefined && <p>{text}</p>}
      {reasonText(failure) !== undefined && <p>{reasonText(failure)}</p>}
      {advice !== undefined && <p>{advice}</p>}
    </Notice>
  );
}

import { m } from "@storyport/texts/messages";
import type { Failure } from "#/api/api-error.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";

interface EditFailureProps {
  failure: Failure | undefined;
  /** The whole sentence. */
  text: (failure: Failure) => string;
  /** Fetches the present values; the draft stays. */
  onLookAgain: () => void;
}

/** Why a change was not saved. After a version conflict it offers "Look again". An ended session has its own notice. */
export function EditFailure({ failure, text, onLookAgain }: EditFailureProps) {
  if (failure === undefined || failure.status === 401) return null;
  if (failure.code !== "errors.changedMeanwhile") return <Notice tone="error">{text(failure)}</Notice>;
  return (
    <Notice tone="error" title={text(failure)}>
      <p>{m["area.changedAdvice"]()}</p>
      <Button variant="secondary" size="small" onClick={onLookAgain}>
        {m["area.lookAgain"]()}
      </Button>
    </Notice>
  );
}

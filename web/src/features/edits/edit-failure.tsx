import { m } from "@storyport/texts/messages";
import type { Failure } from "#/api/api-error.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";

interface EditFailureProps {
  failure: Failure | undefined;
  /** Returns the sentence for a failure. */
  text: (failure: Failure) => string;
  /** Fetches the present values; the draft stays. */
  onLookAgain: () => void;
}

/** Says why an edit was not saved. If another user has edited the thing meanwhile, it offers "Show the latest version". */
export function EditFailure({ failure, text, onLookAgain }: EditFailureProps) {
  if (failure === undefined) return null;
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

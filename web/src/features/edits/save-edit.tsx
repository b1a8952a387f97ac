import { m } from "@storyport/texts/messages";
import type { Failure } from "#/api/api-error.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { EditFailure } from "./edit-failure.tsx";
import type { EditState } from "./use-edit.ts";

interface SaveEditProps {
  edit: EditState;
  /** The refusal in words, a whole sentence. */
  text: (failure: Failure) => string;
}

/** The end of an edit form: the failure, the button, and the result. */
export function SaveEdit({ edit: { failure, isPending, result, hasUnsaved, lookAgain }, text }: SaveEditProps) {
  // After a saved result a draft remains if the user typed while it was sent.
  return (
    <>
      <EditFailure failure={failure} text={text} onLookAgain={() => void lookAgain()} />
      <div>
        <Button type="submit" pending={isPending} pendingText={m["area.saving"]()}>
          {m["area.save"]()}
        </Button>
      </div>
      {result === "saved" && !hasUnsaved && <Notice tone="success">{m["area.saved"]()}</Notice>}
      {result === "saved" && hasUnsaved && <Notice>{m["area.savedNotAll"]()}</Notice>}
      {result === "nothing" && <Notice>{m["area.nothingChanged"]()}</Notice>}
    </>
  );
}

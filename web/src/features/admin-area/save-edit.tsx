import { m } from "@storyport/texts/messages";
import type { Failure } from "#/api/api-error.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { EditFailure } from "./edit-failure.tsx";

/** What the last press of Save, or of Look again, came to. */
export type Said = "saved" | "nothing" | "looked";

interface SaveEditProps {
  isPending: boolean;
  failure: Failure | undefined;
  said: Said | undefined;
  /** The refusal in words. */
  text: (failure: Failure) => string;
  onLookAgain: () => void;
}

/** The end of a form that changes something: what went wrong, the button, and what was done. */
export function SaveEdit({ isPending, failure, said, text, onLookAgain }: SaveEditProps) {
  return (
    <>
      <EditFailure failure={failure} text={(one) => m["area.errorWithMessage"]({ message: text(one) })} onLookAgain={onLookAgain} />
      <div>
        <Button type="submit" pending={isPending} pendingText={m["area.saving"]()}>
          {m["area.save"]()}
        </Button>
      </div>
      {said === "saved" && <Notice tone="success">{m["area.saved"]()}</Notice>}
      {said === "nothing" && <Notice>{m["area.nothingChanged"]()}</Notice>}
    </>
  );
}

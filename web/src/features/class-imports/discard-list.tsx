import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { Button } from "#/ui/button.tsx";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";

/** Throws the list away after a question. */
export function DiscardList({ onDiscard }: { onDiscard: () => void }) {
  const [isAsked, setIsAsked] = useState(false);
  const handleDiscard = () => {
    setIsAsked(false);
    onDiscard();
  };
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsked(true)}>
        {m["classImports.discard"]()}
      </Button>
      {isAsked && (
        <ConfirmDialog
          danger
          title={m["classImports.discardQuestion"]()}
          confirmText={m["classImports.discard"]()}
          cancelText={m["app.keep"]()}
          onConfirm={handleDiscard}
          onCancel={() => setIsAsked(false)}
        >
          {m["classImports.discardWarning"]()}
        </ConfirmDialog>
      )}
    </>
  );
}

import { undoClassImport } from "@storyport/contract/class-imports";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";
import { importTexts } from "./import-texts.ts";

/** The button that undoes an import, after a question. */
export function UndoImport({ importId, onUndone }: { importId: string; onUndone: () => void }) {
  const { call } = usePortal();
  const undo = useAction();
  const [isAsked, setIsAsked] = useState(false);
  const handleUndo = async () => {
    await call(undoClassImport, { params: { importId }, body: {} });
    setIsAsked(false);
    onUndone();
  };
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        onClick={() => {
          undo.forget();
          setIsAsked(true);
        }}
      >
        {m["classImports.undo"]()}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={m["classImports.undoQuestion"]()}
          confirmText={m["classImports.undo"]()}
          cancelText={m["playerGroups.keep"]()}
          danger
          pending={undo.isBusy}
          pendingText={m["app.waiting"]()}
          failure={undo.failure && failureText(undo.failure, importTexts)}
          onConfirm={() => void undo.act(handleUndo)}
          onCancel={() => setIsAsked(false)}
        >
          {m["classImports.undoWarning"]()}
        </ConfirmDialog>
      )}
    </>
  );
}

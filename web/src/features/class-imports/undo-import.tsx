import { undoClassImport } from "@storyport/contract/class-imports";
import { m } from "@storyport/texts/messages";
import { usePortal } from "#/shell/portal.ts";
import { UndoButton } from "#/shell/undo-button.tsx";
import { importTexts } from "./import-texts.ts";

/** The button that undoes an import, after a question. */
export function UndoImport({ importId, onUndone }: { importId: string; onUndone: () => void }) {
  const { call } = usePortal();
  return (
    <UndoButton
      words={{ undo: m["classImports.undo"](), question: m["classImports.undoQuestion"](), warning: m["classImports.undoWarning"]() }}
      texts={importTexts}
      onUndo={() => call(undoClassImport, { params: { importId }, body: {} })}
      onUndone={onUndone}
    />
  );
}

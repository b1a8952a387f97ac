import { useState } from "react";
import { flushSync } from "react-dom";
import { m } from "@storyport/texts/messages";
import { useAction } from "#/api/use-action.ts";
import { Button } from "#/ui/button.tsx";
import { ConfirmAction } from "./confirm-action.tsx";

interface UndoButtonProps {
  words: { undo: string; question: string; warning: string };
  /** Refusals of the call, by code. */
  texts: Parameters<typeof ConfirmAction>[0]["texts"];
  onUndo: () => Promise<unknown>;
  onUndone?: () => void;
}

/** Undoes something after a question. A refusal stays in the question. */
export function UndoButton({ words, texts, onUndo, onUndone }: UndoButtonProps) {
  const { isBusy, failure, act, forget } = useAction();
  const [isAsked, setIsAsked] = useState(false);
  const handleAsk = () => {
    forget();
    setIsAsked(true);
  };
  const handleUndo = async () => {
    await onUndo();
    // While the question is there, nothing else can take the focus.
    flushSync(() => setIsAsked(false));
    onUndone?.();
  };
  return (
    <>
      <Button variant="secondary" size="small" onClick={handleAsk}>
        {words.undo}
      </Button>
      {isAsked && (
        <ConfirmAction
          title={words.question}
          confirmText={words.undo}
          cancelText={m["app.keep"]()}
          danger
          isBusy={isBusy}
          failure={failure}
          texts={texts}
          onConfirm={() => void act(handleUndo)}
          onCancel={() => setIsAsked(false)}
        >
          {words.warning}
        </ConfirmAction>
      )}
    </>
  );
}

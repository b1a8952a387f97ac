import { m } from "@storyport/texts/messages";
import type { Failure } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";
import type { ConfirmDialogProps } from "#/ui/confirm-dialog.tsx";

export interface ConfirmActionProps extends Omit<ConfirmDialogProps, "pending" | "pendingText" | "failure"> {
  isBusy: boolean;
  /** The action's refusal. The dialog stays open and says why. */
  failure: Failure | undefined;
  /** Refusals of the action's calls, by code. */
  texts: Parameters<typeof failureText>[1];
}

/** Asks before an action that calls the server, and shows its progress and its refusal. */
export function ConfirmAction({ isBusy, failure, texts, ...dialog }: ConfirmActionProps) {
  return (
    <ConfirmDialog
      {...dialog}
      pending={isBusy}
      pendingText={m["app.waiting"]()}
      failure={failure !== undefined && failureText(failure, texts)}
    />
  );
}

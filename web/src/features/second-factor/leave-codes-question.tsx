import { m } from "@storyport/texts/messages";
import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";

/** Asks before another page of the logged-in area would remove codes that are not stored yet. */
export function LeaveCodesQuestion({ isKept }: { isKept: boolean }) {
  const leaving = useBlocker({
    // A jump within the page, such as the skip link, does not leave it.
    shouldBlockFn: ({ current, next }) => !isKept && next.pathname !== current.pathname,
    // The list of codes itself asks before the tab is closed (backup-codes.tsx).
    enableBeforeUnload: false,
    withResolver: true,
  });
  if (leaving.status !== "blocked") return null;
  return (
    <ConfirmDialog
      title={m["secondFactor.leaveTitle"]()}
      confirmText={m["secondFactor.leave"]()}
      cancelText={m["secondFactor.stay"]()}
      danger
      onConfirm={leaving.proceed}
      onCancel={leaving.reset}
    >
      {m["secondFactor.leaveWarning"]()}
    </ConfirmDialog>
  );
}

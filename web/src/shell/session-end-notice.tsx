import { m } from "@storyport/texts/messages";
import { useState, useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { Button } from "#/ui/button.tsx";
import { Modal } from "#/ui/modal.tsx";
import { loginInsteadOf } from "#/features/login/require-account.ts";
import { BackToLogin } from "./back-to-login.tsx";
import { PortalContext, usePortal } from "./portal.ts";
import { createSessionEnd, SessionEndContext } from "./session-end.ts";
import type { DraftsAtLogin, SessionEnd } from "./session-end.ts";
import styles from "./session-end-notice.module.css";

const advice: Readonly<Record<DraftsAtLogin, () => string>> = {
  none: () => m["area.sessionEndedBack"](),
  kept: () => m["area.sessionEndedAdvice"](),
  lost: () => m["area.sessionEndedLost"](),
};

/**
 * Says over everything else that the session has ended. Leads to the login and back, or first to what would be lost. A user who stays on
 * the page keeps a small notice with the way to the login.
 */
export function SessionEndNotice({ sessionEnd: { notice, watch, close } }: { sessionEnd: SessionEnd }) {
  const shown = useSyncExternalStore(watch, notice, () => undefined);
  if (shown === undefined) return null;
  if (shown.isClosed) {
    return (
      <div className={styles["closed"]}>
        <p>{m["area.sessionEnded"]()}</p>
        <BackToLogin size="small" />
      </div>
    );
  }
  const stayFirst = (
    <>
      <Button data-first="" onClick={close}>
        {m["area.sessionEndedStay"]()}
      </Button>
      <BackToLogin />
    </>
  );
  const answers = shown.drafts === "lost" ? stayFirst : <BackToLogin variant="primary" data-first="" />;
  return (
    <Modal title={m["area.sessionEnded"]()} answers={answers} onClose={close}>
      <p>{advice[shown.drafts]()}</p>
    </Modal>
  );
}

/** Applies the policy of session-end.ts to a public page that needs an account. The area applies it once to all pages (entry-area.tsx). */
export function WatchSession({ children }: { children: ReactNode }) {
  const portal = usePortal();
  const [sessionEnd] = useState(() => createSessionEnd(portal.call, () => location.replace(loginInsteadOf(portal.address))));
  return (
    <SessionEndContext value={sessionEnd}>
      <PortalContext value={{ ...portal, call: sessionEnd.call }}>{children}</PortalContext>
      <SessionEndNotice sessionEnd={sessionEnd} />
    </SessionEndContext>
  );
}

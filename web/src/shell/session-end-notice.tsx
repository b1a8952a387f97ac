import { m } from "@storyport/texts/messages";
import { useState, useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { Modal } from "#/ui/modal.tsx";
import { loginInsteadOf } from "#/features/login/require-account.ts";
import { BackToLogin } from "./back-to-login.tsx";
import { PortalContext, usePortal } from "./portal.ts";
import { createSessionEnd, SessionEndContext } from "./session-end.ts";
import type { SessionEnd } from "./session-end.ts";

/** Says that the session has ended, over everything else, and leads to the login and back. */
export function SessionEndNotice({ sessionEnd: { notice, watch, close } }: { sessionEnd: SessionEnd }) {
  const shown = useSyncExternalStore(watch, notice, () => undefined);
  if (shown === undefined) return null;
  return (
    <Modal title={m["area.sessionEnded"]()} answers={<BackToLogin variant="primary" data-first="" />} onClose={close}>
      <p>{shown.hasDraft ? m["area.sessionEndedAdvice"]() : m["area.sessionEndedBack"]()}</p>
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

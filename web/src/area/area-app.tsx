import { RouterProvider } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore } from "react";
import { ConfirmQuestion } from "#/features/confirmations/confirm-question.tsx";
import type { Confirmation } from "#/features/confirmations/confirmation.ts";
import { FirstPagePending } from "#/shell/page-pending.tsx";
import type { Portal } from "#/shell/portal.ts";
import { SessionEndNotice } from "#/shell/session-end-notice.tsx";
import { SessionEndContext } from "#/shell/session-end.ts";
import type { SessionEnd } from "#/shell/session-end.ts";
import { AreaFrame } from "./area-frame.tsx";
import type { AreaRouter } from "./router.tsx";

interface AreaAppProps {
  portal: Portal;
  sessionEnd: SessionEnd;
  confirmation: Confirmation;
  router: AreaRouter;
  /** Settles when the first page can be shown. If it rejects, the router shows the error. */
  firstPage: Promise<void>;
}

/** The area in the browser: hydrates the frame that the server has drawn, then shows the first page in it. */
export function AreaApp({ portal, sessionEnd, confirmation, router, firstPage }: AreaAppProps) {
  const { history } = router;
  const address = useSyncExternalStore(
    history.subscribe,
    () => history.location.href,
    () => portal.address,
  );
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const show = () => setReady(true);
    firstPage.then(show, show);
  }, [firstPage]);
  return (
    <AreaFrame portal={portal} address={address} follow={(href) => void router.navigate({ href })}>
      <SessionEndContext value={sessionEnd}>
        {isReady ? <RouterProvider router={router} /> : <FirstPagePending />}
        <ConfirmQuestion confirmation={confirmation} />
        <SessionEndNotice sessionEnd={sessionEnd} />
      </SessionEndContext>
    </AreaFrame>
  );
}

import type { SessionUser } from "@storyport/contract/login";
import { endSupportView } from "@storyport/contract/support-views";
import { m } from "@storyport/texts/messages";
import { useEffect, useEffectEvent, useState } from "react";
import { failureText, waitingTime } from "#/api/failure-text.ts";
import { leaveFor, useAction } from "#/api/use-action.ts";
import { announceOtherAccount } from "#/features/logout/other-tabs.ts";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import styles from "./support-view-banner.module.css";

type SupportView = NonNullable<SessionUser["supportView"]>;

/** The time left is shown in steps of so many seconds. */
const shownEverySeconds = 10;

/**
 * Says on every page that an administrator sees the portal as another person. Its button ends that, and so does the end of the time. The
 * administrator is then on that person's page. The list of users opens if the person has been erased, or another tab has ended the view.
 */
export function SupportViewBanner({ view }: { view: SupportView }) {
  const { call } = usePortal();
  const { isBusy, failure, act } = useAction();
  const secondsLeft = useSecondsLeft(view.secondsLeft);
  const isOver = view.isOver || secondsLeft <= 0;
  const leave = () =>
    act(async () => {
      const { accountId } = await call(endSupportView, { body: {} });
      announceOtherAccount();
      await leaveFor(accountId === undefined ? "/users" : `/users/${accountId}`);
    });
  const leaveByItself = useEffectEvent(() => void leave());
  useEffect(() => {
    if (isOver) leaveByItself();
  }, [isOver]);
  return (
    <section className={styles["banner"]} aria-label={m["supportViews.label"]()}>
      <div className={styles["bar"]}>
        <p className={styles["words"]}>
          {isOver ? (
            m["supportViews.over"]({ name: view.name })
          ) : (
            <>
              <strong>{m["supportViews.banner"]({ name: view.name })}</strong>{" "}
              {m["supportViews.left"]({ time: waitingTime(Math.ceil(secondsLeft / shownEverySeconds) * shownEverySeconds) })}
            </>
          )}
        </p>
        <Button variant="secondary" size="small" pending={isBusy} pendingText={m["app.waiting"]()} onClick={() => void leave()}>
          {m["supportViews.end"]()}
        </Button>
        {failure !== undefined && <p role="alert">{failureText(failure)}</p>}
      </div>
    </section>
  );
}

/** Counts by the clock and not by ticks, because a sleeping computer has no ticks. Each new `atFirst` begins a new count. */
function useSecondsLeft(atFirst: number): number {
  const [counted, setCounted] = useState({ atFirst, seconds: atFirst });
  useEffect(() => {
    const endsAt = Date.now() + atFirst * 1000;
    const timer = setInterval(() => setCounted({ atFirst, seconds: (endsAt - Date.now()) / 1000 }), shownEverySeconds * 1000);
    return () => clearInterval(timer);
  }, [atFirst]);
  return counted.atFirst === atFirst ? counted.seconds : atFirst;
}

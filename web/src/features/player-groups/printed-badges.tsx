import type { BadgeEntry } from "@storyport/contract/qr-login";
import { m } from "@storyport/texts/messages";
import { QrPicture } from "#/shell/qr-picture.tsx";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { lastDay } from "./badge-dates.ts";
import styles from "./player-groups.module.css";
import { useFocusWhenNew } from "./use-focus-when-new.ts";

/** Badges for printing; print styles hide the rest of the page. */
export function PrintedBadges({ badges }: { badges: readonly BadgeEntry[] }) {
  const heading = useFocusWhenNew(badges);
  if (badges.length === 0) return <Notice>{m["playerGroups.nothingToPrint"]()}</Notice>;
  return (
    <section className={styles["badges"]}>
      <div className={styles["screenOnly"]}>
        <h2 ref={heading} tabIndex={-1}>
          {m["playerGroups.badgesHeading"]()}
        </h2>
        <p>{m["playerGroups.badgesAdvice"]()}</p>
        <Button onClick={() => print()}>{m["playerGroups.printNow"]()}</Button>
      </div>
      <ul className={styles["cards"]}>
        {badges.map((badge) => (
          <li key={badge.userId} className={styles["card"]}>
            <strong className={styles["cardName"]}>{badge.displayName}</strong>
            <span>{badge.groupName}</span>
            <QrPicture text={badge.qrCodeUrl} label={m["playerGroups.qrCodeOf"]({ name: badge.displayName })} atLeast={160} />
            <a href={badge.qrCodeUrl} rel="noreferrer" className={styles["link"]}>
              {badge.qrCodeUrl}
            </a>
            <small>{m["playerGroups.validUntil"]({ date: lastDay(badge.expiresAt) })}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

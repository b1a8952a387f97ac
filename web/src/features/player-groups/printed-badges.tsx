import type { BadgeEntry } from "@storyport/contract/qr-login";
import { m } from "@storyport/texts/messages";
import { getLocale } from "@storyport/texts/runtime";
import { useEffect, useRef } from "react";
import { QrPicture } from "#/shell/qr-picture.tsx";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import styles from "./player-groups.module.css";
import type { OneTimeCode } from "./use-group-badges.ts";

/** Badges as they are printed: this part of the page alone goes on paper. */
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
            <QrPicture text={badge.qrCodeUrl} label={m["playerGroups.qrCodeOf"]({ name: badge.displayName })} />
            <a href={badge.qrCodeUrl} rel="noreferrer" className={styles["link"]}>
              {badge.qrCodeUrl}
            </a>
            <small>{m["playerGroups.validUntil"]({ date: formatDate(badge.expiresAt, { dateStyle: "medium", timeZone: "UTC" }) })}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Large enough to be read from the last row, in two halves that are easily said aloud. */
export function OneTimeCodePanel({ code }: { code: OneTimeCode }) {
  const heading = useFocusWhenNew(code);
  return (
    <section className={styles["code"]}>
      <h2 ref={heading} tabIndex={-1}>
        {m["playerGroups.codeFor"]({ name: code.displayName })}
      </h2>
      <p className={styles["characters"]}>
        {code.otpCode.slice(0, 3)} {code.otpCode.slice(3)}
      </p>
      <p>{m["playerGroups.codeAdvice"]({ time: formatDate(code.expiresAt, { timeStyle: "short" }) })}</p>
    </section>
  );
}

function useFocusWhenNew(thing: unknown) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [thing]);
  return heading;
}

function formatDate(iso: string, format: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(getLocale(), format).format(new Date(iso));
}

import type { BadgeEntry } from "@storyport/contract/qr-login";
import { m } from "@storyport/texts/messages";
import { groupBy } from "#/shell/group-by.ts";
import { QrPicture } from "#/shell/qr-picture.tsx";
import { sortByName } from "#/shell/sort-by-name.ts";
import { ChildBoat } from "#/ui/brand/child-boat.tsx";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { NotOnPaper, Paper } from "#/ui/paper.tsx";
import { lastDay } from "./badge-dates.ts";
import styles from "./printed-badges.module.css";
import { useFocusWhenNew } from "./use-focus-when-new.ts";

/** The print sheet: a card for each badge, and for several badges a list of each class. On paper the rest of the page is hidden. */
export function PrintedBadges({ badges }: { badges: readonly BadgeEntry[] }) {
  const heading = useFocusWhenNew(badges);
  if (badges.length === 0) return <Notice>{m["playerGroups.nothingToPrint"]()}</Notice>;
  const ofClasses = classesOf(badges);
  return (
    <Paper>
      <NotOnPaper>
        <h2 ref={heading} tabIndex={-1}>
          {m["playerGroups.badgesHeading"]()}
        </h2>
        <p>{m["playerGroups.badgesAdvice"]()}</p>
        <Button onClick={() => print()}>{m["playerGroups.printNow"]()}</Button>
      </NotOnPaper>
      <ul className={styles["cards"]}>
        {ofClasses.flatMap(([, ofClass]) => ofClass.map((badge) => <BadgeCard key={badge.userId} badge={badge} />))}
      </ul>
      {badges.length > 1 && ofClasses.map(([name, ofClass]) => <ClassList key={name} name={name} badges={ofClass} />)}
    </Paper>
  );
}

/** Groups the badges by the name of the class, because an import prints several. Classes with the same name share a list by name. */
function classesOf(badges: readonly BadgeEntry[]): [name: string, badges: BadgeEntry[]][] {
  const ofClasses = [...groupBy(badges, ({ groupName }) => groupName)];
  return ofClasses.map(([name, ofClass]) => [name, sortByName(ofClass, ({ displayName, userId }) => [displayName, userId])]);
}

/** One label. The boat leads a child to the card, the QR code logs the child in. */
function BadgeCard({ badge }: { badge: BadgeEntry }) {
  return (
    <li className={styles["card"]}>
      <QrPicture text={badge.qrCodeUrl} label={m["playerGroups.qrCodeOf"]({ name: badge.displayName })} atLeast={160} />
      <ChildBoat of={badge.userId} className={styles["boat"]} />
      <strong className={styles["name"]}>{badge.displayName}</strong>
      <span className={styles["group"]}>{badge.groupName}</span>
      <small className={styles["until"]}>{m["playerGroups.validUntil"]({ date: lastDay(badge.expiresAt) })}</small>
      <a href={badge.qrCodeUrl} rel="noreferrer" className={styles["link"]}>
        {badge.qrCodeUrl}
      </a>
    </li>
  );
}

/** A last page for each class. It shows who has which boat, with a box to tick when a card is handed out. On paper alone. */
function ClassList({ name, badges }: { name: string; badges: readonly BadgeEntry[] }) {
  return (
    <table className={styles["classList"]}>
      <caption>{name}</caption>
      <tbody>
        {badges.map(({ userId, displayName, expiresAt }) => (
          <tr key={userId}>
            <td className={styles["box"]}>☐</td>
            <td>
              <ChildBoat of={userId} size={44} />
            </td>
            <th scope="row">{displayName}</th>
            <td>{m["playerGroups.validUntil"]({ date: lastDay(expiresAt) })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

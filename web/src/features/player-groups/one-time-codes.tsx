import { oneTimeCodeAlphabet, spellOneTimeCode } from "@storyport/contract/one-time-code";
import type { OneTimeCode } from "@storyport/contract/qr-login";
import { m } from "@storyport/texts/messages";
import { sortByName } from "#/shell/sort-by-name.ts";
import { ChildBoat } from "#/ui/brand/child-boat.tsx";
import { classes } from "#/ui/classes.ts";
import { Notice } from "#/ui/notice.tsx";
import { timeOfDay } from "./badge-dates.ts";
import styles from "./player-groups.module.css";
import { useFocusWhenNew } from "./use-focus-when-new.ts";

/** Large enough to read from the last row. The number is in two halves, which are easy to say. All codes were issued and end together. */
export function OneTimeCodes({ codes }: { codes: readonly OneTimeCode[] }) {
  const heading = useFocusWhenNew(codes);
  const [first] = codes;
  if (first === undefined) return <Notice>{m["playerGroups.noStudents"]()}</Notice>;
  const isOne = codes.length === 1;
  const advice = isOne ? m["playerGroups.codeAdvice"] : m["playerGroups.codesAdvice"];
  return (
    <section className={styles["badges"]}>
      <h2 ref={heading} tabIndex={-1}>
        {isOne ? m["playerGroups.codeFor"]({ name: first.displayName }) : m["playerGroups.codesHeading"]()}
      </h2>
      <p>{advice({ time: timeOfDay(first.expiresAt) })}</p>
      {!isOne && <p>{m["playerGroups.codesBeginWith"]({ word: first.otpCode.slice(0, oneTimeCodeAlphabet.wordLength) })}</p>}
      <ul className={styles["codes"]}>
        {sortByName(codes, ({ displayName, userId }) => [displayName, userId]).map(({ userId, displayName, otpCode }) => (
          <li key={userId} className={styles["code"]}>
            {!isOne && (
              <span className={styles["student"]}>
                <ChildBoat of={userId} size={44} />
                <strong className={styles["cardName"]}>
                  <bdi>{displayName}</bdi>
                </strong>
              </span>
            )}
            <span className={classes(styles["characters"], isOne && styles["alone"])}>{spellOneTimeCode(otpCode)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

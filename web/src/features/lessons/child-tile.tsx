import type { BoardChild, Lesson } from "@storyport/contract/lessons";
import { m } from "@storyport/texts/messages";
import { ChildBoat } from "#/ui/brand/child-boat.tsx";
import { classes } from "#/ui/classes.ts";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import { StateSign, helpText, stateText } from "./child-state.tsx";
import styles from "./lessons.module.css";

interface ChildTileProps {
  child: BoardChild;
  ended: Lesson["ended"];
  /** Absent if the user may not give codes, or the lesson is over. */
  onPress?: (() => void) | undefined;
  isBusy: boolean;
}

/** One child: boat, name, state in words, colour and sign, then what to help with, else the device. One press gives a code. */
export function ChildTile({ child, ended, onPress, isBusy }: ChildTileProps) {
  const { userId, displayName, state, deviceName } = child;
  const more = helpText(child) ?? deviceName;
  const content = (
    <>
      <ChildBoat of={userId} size={56} className={styles["boat"]} />
      <span className={styles["words"]}>
        <bdi className={styles["name"]}>{displayName}</bdi>
        <span className={styles["state"]}>
          <StateSign state={state} />
          {stateText(state, ended)}
        </span>
        {more !== undefined && <bdi className={styles["more"]}>{more}</bdi>}
      </span>
    </>
  );
  const look = classes(styles["tile"], styles[state]);
  if (onPress === undefined) return <div className={look}>{content}</div>;
  return (
    <button type="button" className={look} aria-disabled={isBusy || undefined} onClick={isBusy ? undefined : onPress}>
      {content}
      <VisuallyHidden>{m["lessons.giveCode"]()}</VisuallyHidden>
    </button>
  );
}

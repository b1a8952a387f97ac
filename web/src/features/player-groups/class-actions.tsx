import { m } from "@storyport/texts/messages";
import { useEffect, useId, useRef } from "react";
import { Button } from "#/ui/button.tsx";
import boxStyles from "#/ui/choice-box.module.css";
import { classes } from "#/ui/classes.ts";
import { MoreActions } from "#/ui/menu.tsx";
import type { ListActions } from "./list-actions.ts";
import styles from "./player-groups.module.css";
import selectionStyles from "./selection.module.css";
import { MenuAction } from "./student-menu.tsx";

/** The id of the button that begins a choice. */
export const chooseButtonId = "choose-students";

type ClassActionsProps = ListActions & { mayModify: boolean };

/** The buttons for the whole class. While the user chooses students, the checkbox for all of them takes their place. */
export function ClassActions({ group, selection, mayModify, onIssue, onVoid }: ClassActionsProps) {
  const { all } = selection;
  const hasBadges = all.some(({ badge }) => badge !== undefined);
  const hasCodes = all.some(({ oneTimeCode }) => oneTimeCode !== undefined);
  if (selection.isOn) return <AllStudents selection={selection} />;
  return (
    <div className={styles["forAll"]}>
      {mayModify && (
        <Button variant="secondary" onClick={() => (hasBadges ? void group.reprint("all") : onIssue("all"))}>
          {hasBadges ? m["playerGroups.printAll"]() : m["playerGroups.newAll"]()}
        </Button>
      )}
      <Button variant="secondary" onClick={() => void group.giveCodes("all")}>
        {m["playerGroups.codesForAll"]()}
      </Button>
      <Button id={chooseButtonId} variant="secondary" onClick={selection.begin}>
        {m["playerGroups.choose"]()}
      </Button>
      {((mayModify && hasBadges) || hasCodes) && (
        <MoreActions label={m["playerGroups.moreForAll"]()}>
          {mayModify && hasBadges && <MenuAction onPress={() => onIssue("all")}>{m["playerGroups.newAll"]()}</MenuAction>}
          {hasCodes && <MenuAction onPress={() => void group.endCodes("all")}>{m["playerGroups.voidAllCodes"]()}</MenuAction>}
          {mayModify && hasBadges && <MenuAction onPress={() => onVoid("all")}>{m["playerGroups.voidAll"]()}</MenuAction>}
        </MoreActions>
      )}
    </div>
  );
}

/**
 * Chooses all students, or none. If the visit came to give a code, the question is above. The checkbox takes the focus, because the button
 * that began the choice is gone.
 */
function AllStudents({ selection: { all, chosen, isForCodes, toggleAll } }: Pick<ListActions, "selection">) {
  const box = useRef<HTMLInputElement>(null);
  const isAll = chosen.length === all.length;
  const isSome = chosen.length > 0 && !isAll;
  useEffect(() => box.current?.focus(), []);
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isSome;
  }, [isSome]);
  const question = useId();
  return (
    <>
      {isForCodes && <h2 id={question}>{m["playerGroups.whoNeedsCode"]()}</h2>}
      <label className={classes(selectionStyles["choice"], selectionStyles["all"])}>
        <input
          ref={box}
          type="checkbox"
          aria-describedby={isForCodes ? question : undefined}
          className={boxStyles["box"]}
          checked={isAll}
          onChange={toggleAll}
        />
        {m["playerGroups.chooseAll"]()}
      </label>
    </>
  );
}

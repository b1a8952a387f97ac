import type { BadgeHolder } from "@storyport/contract/qr-login";
import { m } from "@storyport/texts/messages";
import { focusOnceDrawn } from "#/shell/focus-once-drawn.ts";
import { Button } from "#/ui/button.tsx";
import { chooseButtonId } from "./class-actions.tsx";
import styles from "./selection.module.css";
import type { GroupBadges } from "./use-group-badges.ts";
import type { Selection } from "./use-selection.ts";

interface SelectionBarProps {
  selection: Selection;
  /** Without MODIFY on the class the user can only give codes. */
  mayModify: boolean;
  group: GroupBadges;
  onIssue: (students: readonly BadgeHolder[]) => void;
  onVoid: (students: readonly BadgeHolder[]) => void;
}

/** What to do with the chosen students. It stays at the lower edge of the window, where a thumb reaches it. */
export function SelectionBar({ selection, mayModify, group, onIssue, onVoid }: SelectionBarProps) {
  const { chosen } = selection;
  const withBadge = chosen.filter(({ badge }) => badge !== undefined);
  const idsOf = (students: readonly BadgeHolder[]) => students.map(({ userId }) => userId);
  const print = async () => (await group.reprint(idsOf(withBadge))) && selection.end();
  const giveCodes = async () => (await group.giveCodes(idsOf(chosen))) && selection.end();
  return (
    <div role="group" aria-label={m["playerGroups.withChosen"]()} className={styles["bar"]}>
      <p role="status" className={styles["count"]}>
        {chosen.length === 0 && !selection.isForCodes
          ? m["playerGroups.chooseStudents"]()
          : m["playerGroups.chosenCount"]({ count: chosen.length })}
      </p>
      <Button disabled={chosen.length === 0} pending={group.isBusy} pendingText={m["app.waiting"]()} onClick={() => void giveCodes()}>
        {m["playerGroups.codesCount"]({ count: chosen.length })}
      </Button>
      {mayModify && (
        <>
          <Button variant="secondary" disabled={withBadge.length === 0} onClick={() => void print()}>
            {m["playerGroups.printCount"]({ count: withBadge.length })}
          </Button>
          <Button variant="secondary" disabled={chosen.length === 0} onClick={() => onIssue(chosen)}>
            {m["playerGroups.newCount"]({ count: chosen.length })}
          </Button>
          <Button variant="secondary" disabled={withBadge.length === 0} onClick={() => onVoid(withBadge)}>
            {m["playerGroups.voidCount"]({ count: withBadge.length })}
          </Button>
        </>
      )}
      <Button variant="quiet" onClick={() => focusOnceDrawn(selection.end, () => document.getElementById(chooseButtonId))}>
        {m["playerGroups.stopChoosing"]()}
      </Button>
    </div>
  );
}

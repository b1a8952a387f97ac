import { moveStudents } from "@storyport/contract/class-moves";
import type { ClassMoveCheck, ClassMoveResult } from "@storyport/contract/class-moves";
import { m } from "@storyport/texts/messages";
import { useAction } from "#/api/use-action.ts";
import { useRefresh } from "#/api/use-endpoint.ts";
import { ConfirmAction } from "#/shell/confirm-action.tsx";
import { usePortal } from "#/shell/portal.ts";
import { classMoveTexts } from "./class-move-texts.ts";
import type { Move } from "./use-move.ts";

interface MoveQuestionProps {
  check: ClassMoveCheck;
  move: Move;
  onMoved: (result: ClassMoveResult, move: Move) => void;
  onCancel: () => void;
}

/** Says what will happen to the students, their badges and the class, and moves them. */
export function MoveQuestion({ check, move, onMoved, onCancel }: MoveQuestionProps) {
  const { call } = usePortal();
  const refresh = useRefresh();
  const { act, isBusy, failure } = useAction();
  const { name, moving, movingPlayers, archivesClass, order } = move;
  const from = check.groupName;
  // They play in the other class already, so the move only ends this class for them.
  const there = [...moving, ...movingPlayers].filter(({ isThere }) => isThere).length;
  const { names } = move;
  const handleCancel = () => {
    // After a refusal the class may have changed.
    if (failure !== undefined) refresh();
    onCancel();
  };
  return (
    <ConfirmAction
      title={names.length === 1 ? m["classMoves.questionOne"]({ student: names[0] ?? "", name }) : m["classMoves.question"]({ name })}
      confirmText={m["classMoves.yes"]()}
      cancelText={m["app.keep"]()}
      isBusy={isBusy}
      failure={failure}
      texts={classMoveTexts}
      onConfirm={() => void act(async () => onMoved(await call(moveStudents, order), move))}
      onCancel={handleCancel}
    >
      {moving.length > 0 && <p>{m["classMoves.means"]({ count: moving.length, from })}</p>}
      {movingPlayers.length > 0 && <p>{m["classMoves.meansPlayers"]({ count: movingPlayers.length })}</p>}
      {there > 0 && <p>{m["classMoves.meansThere"]({ count: there, name, from })}</p>}
      {check.hasLesson && <p>{m["classMoves.meansLesson"]({ from })}</p>}
      {/* Archiving ends every badge of the class, also of students who do not move. */}
      {archivesClass && <p>{m["classMoves.meansArchive"]({ from, badges: check.students.filter(({ hasBadge }) => hasBadge).length })}</p>}
    </ConfirmAction>
  );
}

import type { ClassMoveCheck, ClassMoveResult, MovingPlayer, MovingStudent } from "@storyport/contract/class-moves";
import { limits } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import { useEffect, useEffectEvent, useState } from "react";
import { KeptFormNotice } from "#/features/edits/kept-form-notice.tsx";
import { shownPlayerName, sortPlayers } from "#/features/players/player-name.ts";
import { sortByName } from "#/shell/sort-by-name.ts";
import { ChildBoat } from "#/ui/brand/child-boat.tsx";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { Checkbox } from "#/ui/checkbox.tsx";
import { CheckboxList } from "#/ui/checkbox-list.tsx";
import type { ChoiceOption } from "#/ui/choice-option.tsx";
import { Select } from "#/ui/select.tsx";
import { Row, Stack } from "#/ui/stack.tsx";
import { focusField, TextField } from "#/ui/text-field.tsx";
import { MoveQuestion } from "./move-question.tsx";
import { newClass, useMove } from "./use-move.ts";
import type { Move } from "./use-move.ts";

interface MoveFormProps {
  check: ClassMoveCheck;
  /** The only student who is chosen to begin with; undefined if all students are. */
  student: string | undefined;
  /** Gets the id of the target. Undefined for a new class, and while no class is chosen. The next check says who is there already. */
  onTarget: (toGroupId: string | undefined) => void;
  /** Also gets what was chosen, because the answer has only a count. */
  onMoved: (result: ClassMoveResult, move: Move) => void;
}

/** Who moves, where to, and what happens to the class. Changes nothing before the question. */
export function MoveForm({ check, student, onTarget, onMoved }: MoveFormProps) {
  const move = useMove(check, student);
  const [isChecked, setIsChecked] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { target } = move;
  const tellTarget = useEffectEvent(onTarget);
  useEffect(() => tellTarget(target === newClass || target === "" ? undefined : target), [target]);
  const isAnybodyChosen = move.moving.length + move.movingPlayers.length > 0;
  const isComplete = isAnybodyChosen && move.name !== "";
  const handleContinue = (sentForm: HTMLFormElement) => {
    setIsChecked(true);
    setIsAsking(isComplete);
    if (!isComplete) focusField(sentForm, !isAnybodyChosen ? "students" : target === newClass ? "newName" : "target");
  };
  return (
    <Card>
      <KeptFormNotice form={move} />
      <Stack
        as="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          handleContinue(event.currentTarget);
        }}
      >
        <CheckboxList
          name="students"
          label={m["classMoves.students"]()}
          error={isChecked && !isAnybodyChosen ? m["classMoves.chooseStudents"]() : undefined}
          options={sortByName(check.students, ({ displayName, userId }) => [displayName, userId]).map(studentOption)}
          selected={move.chosen}
          onChange={move.setChosen}
        />
        {check.players.length > 0 && (
          <CheckboxList
            name="players"
            label={m["classMoves.players"]()}
            hint={m["classMoves.playersHint"]({ from: check.groupName })}
            options={sortPlayers(check.players, ({ playerId }) => playerId).map(playerOption)}
            selected={move.chosen}
            onChange={move.setChosen}
          />
        )}
        <Select
          label={m["classMoves.target"]()}
          name="target"
          error={isChecked && target === "" ? m["transfers.choose"]() : undefined}
          {...(target === "" && { placeholder: m["transfers.choose"]() })}
          options={[
            ...check.classes.map(({ playerGroupId: value, groupName: label }) => ({ value, label })),
            { value: newClass, label: m["classMoves.newClass"]() },
          ]}
          value={target}
          onChange={(event) => move.setTarget(event.currentTarget.value)}
        />
        {target === newClass && (
          <TextField
            label={m["classMoves.newName"]()}
            name="newName"
            error={isChecked && move.name === "" ? m["playerGroups.groupNameWrong"]() : undefined}
            autoComplete="off"
            maxLength={limits.playerGroupName.max}
            value={move.newName}
            onChange={(event) => move.setNewName(event.currentTarget.value)}
          />
        )}
        {check.mayArchive && (
          <Checkbox
            label={m["classMoves.archive"]({ name: check.groupName })}
            hint={m["classMoves.archiveHint"]()}
            checked={move.archivesClass}
            onChange={(event) => move.setArchives(event.currentTarget.checked)}
          />
        )}
        <Checkbox
          label={m["classMoves.badges"]()}
          checked={move.issuesBadges}
          onChange={(event) => move.setIssuesBadges(event.currentTarget.checked)}
        />
        <Button type="submit">{m["classMoves.next"]()}</Button>
      </Stack>
      {isAsking && <MoveQuestion check={check} move={move} onMoved={onMoved} onCancel={() => setIsAsking(false)} />}
    </Card>
  );
}

/** The boat tells two students of one name apart. */
function studentOption(student: MovingStudent): ChoiceOption {
  const label = (
    <Row>
      <ChildBoat of={student.userId} size={36} />
      <bdi>{studentLabel(student)}</bdi>
    </Row>
  );
  return { value: student.userId, label };
}

function playerOption(player: MovingPlayer): ChoiceOption {
  const name = shownPlayerName(player);
  return { value: player.playerId, label: <bdi>{player.isThere ? m["classMoves.isThere"]({ name }) : name}</bdi> };
}

function studentLabel({ displayName: name, isThere, isDeactivated }: MovingStudent): string {
  if (isThere) return m["classMoves.isThere"]({ name });
  return isDeactivated ? m["classMoves.isDeactivated"]({ name }) : name;
}

import type { ClassMoveCheck } from "@storyport/contract/class-moves";
import { getLocale } from "@storyport/texts/runtime";
import { useState } from "react";
import { nextClassName } from "./next-class-name.ts";

/** The value of the target that makes a class. No id looks so. */
export const newClass = "new";

/**
 * What the user chose: who moves, where to, and what happens to the class that they leave. `student` is the only student who is chosen to
 * begin with; undefined if all students are.
 */
export function useMove({ id, groupName, mayArchive, students, players, classes }: ClassMoveCheck, student: string | undefined) {
  const proposed = nextClassName(groupName, getLocale());
  const [chosen, setChosen] = useState(() =>
    students.filter(({ userId }) => student === undefined || userId === student).map(({ userId }) => userId),
  );
  const [target, setTarget] = useState(() => firstTarget({ classes, proposed, isWhole: student === undefined }));
  const [newName, setNewName] = useState(proposed ?? "");
  // Until the user says otherwise, an emptied class is archived.
  const [archives, setArchives] = useState<boolean>();
  const [issuesBadges, setIssuesBadges] = useState(true);
  const moving = students.filter(({ userId }) => chosen.includes(userId));
  const movingPlayers = players.filter(({ playerId }) => chosen.includes(playerId));
  // Players without a student do not count, because some belonged to children who left the school (decision 55).
  const isEmptied = moving.length === students.length && student === undefined;
  const name = target === newClass ? newName.trim() : (classes.find(({ playerGroupId }) => playerGroupId === target)?.groupName ?? "");
  const archivesClass = mayArchive && (archives ?? isEmptied);
  return {
    /** The ids of students, and of players without a student. */
    chosen,
    setChosen,
    target,
    setTarget,
    newName,
    setNewName,
    archivesClass,
    setArchives,
    issuesBadges,
    setIssuesBadges,
    moving,
    /** Players that no student of the class plays. */
    movingPlayers,
    /** The target's name; empty while none is chosen. */
    name,
    /** The request of the move. Send it only if `name` is not empty. */
    order: {
      params: { playerGroupId: id },
      body: {
        studentUserIds: moving.map(({ userId }) => userId),
        playerIds: movingPlayers.map(({ playerId }) => playerId),
        target: target === newClass ? { name } : { playerGroupId: target },
        archivesClass,
        issuesBadges,
      },
    },
  };
}

export type Move = ReturnType<typeof useMove>;

interface Choice extends Pick<ClassMoveCheck, "classes"> {
  proposed: string | undefined;
  isWhole: boolean;
}

/**
 * A whole class goes to next year's class, which may exist already. The user chooses for one student, and if the next year is not certain.
 * Until then the target is empty.
 */
function firstTarget({ classes, proposed, isWhole }: Choice): string {
  if (!isWhole || proposed === undefined) return classes.length === 0 ? newClass : "";
  const isProposed = ({ groupName }: { groupName: string }) => groupName.trim().toLocaleLowerCase() === proposed.toLocaleLowerCase();
  return classes.find(isProposed)?.playerGroupId ?? newClass;
}

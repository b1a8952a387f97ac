import type { ClassMoveCheck } from "@storyport/contract/class-moves";
import { getLocale } from "@storyport/texts/runtime";
import { useKeptForm } from "#/features/edits/use-kept-form.ts";
import { shownPlayerName, sortPlayers } from "#/features/players/player-name.ts";
import { sortByName } from "#/shell/sort-by-name.ts";
import { nextClassName } from "./next-class-name.ts";

/** The target that creates a class. No id has this value. */
export const newClass = "new";

/**
 * What the user chose: who moves, where to, and what happens to the class that they leave. `student` is the only student who is chosen to
 * begin with; undefined if all students are.
 */
export function useMove({ id, groupName, mayArchive, students, players, classes }: ClassMoveCheck, student: string | undefined) {
  const proposed = nextClassName(groupName, getLocale());
  const initial = {
    chosen: students.filter(({ userId }) => student === undefined || userId === student).map(({ userId }) => userId),
    target: firstTarget({ classes, proposed, isWhole: student === undefined }),
    newName: proposed ?? "",
    // Until the user says otherwise, an emptied class is archived.
    archives: "unsaid",
    issuesBadges: true,
  };
  const form = useKeptForm(`class-move:${id}:${student ?? "all"}`, initial);
  const { chosen, newName, archives, issuesBadges } = form.values;
  // A kept class may be gone by now.
  const isThere = form.values.target === newClass || classes.some(({ playerGroupId }) => playerGroupId === form.values.target);
  const target = isThere ? form.values.target : "";
  const moving = students.filter(({ userId }) => chosen.includes(userId));
  const movingPlayers = players.filter(({ playerId }) => chosen.includes(playerId));
  // Players without a student do not count, because some belonged to children who left the school (decision 55).
  const isEmptied = moving.length === students.length && student === undefined;
  const name = target === newClass ? newName.trim() : (classes.find(({ playerGroupId }) => playerGroupId === target)?.groupName ?? "");
  const archivesClass = mayArchive && (archives === "unsaid" ? isEmptied : archives === "yes");
  return {
    /** The ids of students, and of players without a student. */
    chosen,
    setChosen: (ids: string[]) => form.change({ chosen: ids }),
    target,
    setTarget: (value: string) => form.change({ target: value }),
    newName,
    setNewName: (typed: string) => form.change({ newName: typed }),
    archivesClass,
    setArchives: (isWanted: boolean) => form.change({ archives: isWanted ? "yes" : "no" }),
    issuesBadges,
    setIssuesBadges: (isWanted: boolean) => form.change({ issuesBadges: isWanted }),
    /** The choice comes from before the session ended. */
    wasKept: form.wasKept,
    moving,
    /** Players that no student of the class plays. */
    movingPlayers,
    /** The names of all who move, in the order of the lists. */
    names: [
      ...sortByName(moving, ({ displayName, userId }) => [displayName, userId]).map(({ displayName }) => displayName),
      ...sortPlayers(movingPlayers, ({ playerId }) => playerId).map(shownPlayerName),
    ],
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
 * A whole class goes to next year's class, which may exist already. The user chooses for a single student, and if the next year is unclear.
 * Until then the target is empty, or a new class if there is no other class.
 */
function firstTarget({ classes, proposed, isWhole }: Choice): string {
  if (!isWhole || proposed === undefined) return classes.length === 0 ? newClass : "";
  const isProposed = ({ groupName }: { groupName: string }) => groupName.trim().toLocaleLowerCase() === proposed.toLocaleLowerCase();
  return classes.find(isProposed)?.playerGroupId ?? newClass;
}

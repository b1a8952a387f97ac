/**
 * The rights of a user group on player groups, as its forms hold them: a text "{playerGroupId}:{level}" for each. A form can only compare
 * texts, lists of texts and booleans, and keep them as a draft (kept-values.ts).
 */
import { rightsLevels } from "@storyport/contract/vocabulary";
import type { RightsLevel } from "@storyport/contract/vocabulary";

export interface PlayerGroupRight {
  playerGroupId: string;
  rightsType: RightsLevel;
}

/** Sorts the texts, so that the order of the choices makes no difference. */
export function writeRights(rights: readonly PlayerGroupRight[]): string[] {
  return rights.map(({ playerGroupId, rightsType }) => `${playerGroupId}:${rightsType}`).toSorted();
}

/** Leaves out texts with an unknown level. */
export function readRights(written: readonly string[]): PlayerGroupRight[] {
  return written.flatMap((line) => {
    const [playerGroupId = "", word] = line.split(":");
    const rightsType = rightsLevels.find((level) => level === word);
    return rightsType === undefined ? [] : [{ playerGroupId, rightsType }];
  });
}

/** Returns the rights with another level on one player group; undefined removes it. */
export function withRight(written: readonly string[], playerGroupId: string, rightsType: RightsLevel | undefined): string[] {
  const others = readRights(written).filter((right) => right.playerGroupId !== playerGroupId);
  return writeRights(rightsType === undefined ? others : [...others, { playerGroupId, rightsType }]);
}

export function higherOf(one: RightsLevel, other: RightsLevel): RightsLevel {
  return rightsLevels.indexOf(one) >= rightsLevels.indexOf(other) ? one : other;
}

import type { RowFault } from "@storyport/contract/class-imports";
import { playerGroupName } from "@storyport/contract/player-groups";
import type { GroupWithLevel } from "#/features/player-groups/groups-in.ts";
import { reaches } from "#/features/rights/levels.ts";
import { classKey } from "./name-skeleton.ts";

/** Where a list is imported. Everybody with a right on a group there may also create groups, so a row may name a new class. */
export interface ImportPlace {
  organizationId: string;
  /** The class of rows that name none. */
  ownGroup: { id: string; name: string } | undefined;
  /** The groups on which the caller holds any right, by `classKey`, because a list has many rows and a school many groups. */
  groups: ReadonlyMap<string, readonly GroupWithLevel[]>;
}

/** The class of a row: an existing class, or without an id a class that the import creates. */
export interface RowClass {
  id: string | undefined;
  /** The same for all rows of the class: its id, or `new:` and the `classKey` of its name. */
  key: string;
  name: string;
}

/** A class of this name without any right for the caller is treated as absent, so the import creates another. */
export function placeRow(className: string | undefined, place: ImportPlace): RowClass | RowFault {
  const { ownGroup } = place;
  if (className === undefined || className.trim() === "") return ownGroup === undefined ? "classMissing" : existing(ownGroup);
  const { success, data: name } = playerGroupName.safeParse(className);
  if (!success) return "classNameInvalid";
  const key = classKey(name);
  if (ownGroup !== undefined && classKey(ownGroup.name) === key) return existing(ownGroup);
  const same = place.groups.get(key) ?? [];
  const [first, second] = same.filter(({ level }) => reaches(level, "MODIFY"));
  if (second !== undefined) return "classAmbiguous";
  if (first !== undefined) return existing(first);
  return same.length > 0 ? "classNotAllowed" : { id: undefined, key: `new:${key}`, name };
}

function existing({ id, name }: { id: string; name: string }): RowClass {
  return { id, key: id, name };
}

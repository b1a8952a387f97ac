import type { BadgeAction } from "./badge-question.tsx";
import type { GroupBadges } from "./use-group-badges.ts";
import type { Selection } from "./use-selection.ts";

/** What the list of a class can start for a row or for all. A question comes first if a badge would end. */
export interface ListActions {
  group: GroupBadges;
  selection: Selection;
  onIssue: (students: BadgeAction["students"]) => void;
  onVoid: (students: BadgeAction["students"]) => void;
}

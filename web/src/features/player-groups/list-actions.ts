import type { BadgeAction } from "./badge-question.tsx";
import type { GroupBadges } from "./use-group-badges.ts";
import type { Selection } from "./use-selection.ts";

/** What the list of a class can start, for a row, for the chosen students, or for all. */
export interface ListActions {
  group: GroupBadges;
  selection: Selection;
  /** Makes new badges. Asks first if present badges would end. */
  onIssue: (students: BadgeAction["students"]) => void;
  /** Voids badges, after a question. */
  onVoid: (students: BadgeAction["students"]) => void;
}

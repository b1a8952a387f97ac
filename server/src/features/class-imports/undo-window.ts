import type { ImportObstacle } from "@storyport/contract/class-imports";
import { limits } from "@storyport/contract/limits";
import type { ImportState } from "./queries.ts";

/** Returns when an import can no longer be undone. */
export function undoableUntil(createdAt: Date): string {
  return new Date(createdAt.getTime() + limits.classImport.undoHours * 3_600_000).toISOString();
}

/** Returns what keeps an import from being undone, the strongest reason first. */
export function obstacleOf(state: ImportState): ImportObstacle | undefined {
  if (state.isUndone) return "errors.importUndone";
  if (state.isTooOld) return "errors.importTooOld";
  if (state.isPresent) return "errors.importStudentPresent";
  if (state.isChanged) return "errors.importStudentChanged";
  if (state.hasOtherBadges) return "errors.importBadgeChanged";
  return state.hasGrown ? "errors.importClassGrown" : undefined;
}

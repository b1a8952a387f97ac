/**
 * What the pages of player groups are called. Administrators of the platform read "player group", everybody else "class"
 * (docs/glossary.md).
 */
import type { SessionUser } from "@storyport/contract/login";
import { m } from "@storyport/texts/messages";
import { isAdmin } from "#/features/games/offered-games.ts";

/** "Classes": the list, and its link among the sections. */
export function classesName(user: SessionUser): string {
  return isAdmin(user) ? m["playerGroups.title"]() : m["playerGroups.classesTitle"]();
}

/** "Class", while its own name is not known. */
export function className(user: SessionUser): string {
  return isAdmin(user) ? m["playerGroups.groupTitle"]() : m["playerGroups.classTitle"]();
}

/** "Class 2B" */
export function classHeading(user: SessionUser, name: string): string {
  return isAdmin(user) ? m["playerGroups.groupHeading"]({ name }) : m["playerGroups.classHeading"]({ name });
}

/** The words around the list. */
export function classListWords(user: SessionUser) {
  return isAdmin(user)
    ? { search: m["playerGroups.searchButton"](), none: m["playerGroups.noneFound"](), pages: m["playerGroups.pages"]() }
    : { search: m["playerGroups.searchClasses"](), none: m["playerGroups.noClassesFound"](), pages: m["playerGroups.classPages"]() };
}

import { listClassOverviews } from "@storyport/contract/class-overviews";
import type { ClassOverviews } from "@storyport/contract/class-overviews";
import { freshness } from "@storyport/contract/limits";
import { ApiError } from "#/api/api-error.ts";
import type { Portal } from "#/shell/portal.ts";

/**
 * The user's classes for the start page; `failed` if they could not be fetched. Undefined for users who have nothing to do with classes.
 */
export type ClassesPart = ClassOverviews | "failed" | undefined;

/** A failure here must not take the games from the page. */
export async function loadClassOverviews({ fresh, visitor }: Pick<Portal, "fresh" | "visitor">): Promise<ClassesPart> {
  // A login by badge gets the page for children, which shows no classes.
  if (visitor.is !== "known" || visitor.user.loginType === "QRCODE" || !visitor.user.permissions.includes("manage_players"))
    return undefined;
  try {
    return await fresh.get(listClassOverviews, freshness.lists);
  } catch (error) {
    if (error instanceof ApiError) return "failed";
    throw error;
  }
}

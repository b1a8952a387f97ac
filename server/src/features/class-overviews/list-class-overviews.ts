import type { ClassOverview, ClassOverviews } from "@storyport/contract/class-overviews";
import { limits } from "@storyport/contract/limits";
import type { AppContext } from "#/context.ts";
import { helpNeededIn } from "#/features/lessons/help-needed.ts";
import { ownGroups } from "#/features/player-groups/own-groups.ts";
import { summarizeBadges } from "#/features/qr-login/summarize-badges.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { rankClasses } from "./queries.ts";

/**
 * Returns the first twelve classes on which the caller holds a right. Classes with a running lesson come first, then classes with
 * a missing badge or a badge that ends soon. Then come the classes used last, then the others by name. Leaves out archived classes.
 * Administrators get the classes of their own schools, not all classes.
 */
export async function listClassOverviews({ database }: AppContext, { session }: LoggedInCaller): Promise<ClassOverviews> {
  const own = await ownGroups(database, session);
  if (own.length === 0) return { classes: [], total: 0 };
  const byId = new Map(own.map((group) => [group.id, group]));
  const ids = await rankClasses(database, { groupIds: [...byId.keys()], most: limits.classOverview.classes });
  const [badges, lessons] = await Promise.all([summarizeBadges(database, ids), helpNeededIn(database, ids)]);
  const classes = ids.flatMap((id): ClassOverview[] => {
    const group = byId.get(id);
    if (group === undefined) return [];
    const { name: groupName, organizationId, level: rightsType } = group;
    const lesson = lessons.get(id);
    return [
      {
        playerGroupId: id,
        groupName,
        organizationId,
        rightsType,
        ...(badges.get(id) ?? { students: 0, withoutBadge: 0 }),
        ...(lesson !== undefined && { lesson: { endsAt: lesson.endsAt.toISOString(), needHelp: lesson.needHelp } }),
      },
    ];
  });
  return { classes, total: own.length };
}

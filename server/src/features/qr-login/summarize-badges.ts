import type { ClassOverview } from "@storyport/contract/class-overviews";
import type { Database } from "#/platform/database/connect.ts";
import { countBadges } from "./queries.ts";

export type BadgeSummary = Pick<ClassOverview, "students" | "withoutBadge" | "badgesEnd">;

/**
 * Summarizes the badges of some groups, by group. A group without students has no entry. `badgesEnd` is absent if no badge ends soon. The
 * caller of this function has checked the rights.
 */
export async function summarizeBadges(database: Database, groupIds: readonly string[]): Promise<Map<string, BadgeSummary>> {
  const counted = await countBadges(database, groupIds);
  return new Map(
    counted.map(
      ({ player_group_id: groupId, students, without_badge: withoutBadge, ends_soon: count, first_end: first, is_urgent: isUrgent }) => {
        const badgesEnd = first === null || count === 0 ? {} : { badgesEnd: { count, first: first.toISOString(), isUrgent } };
        return [groupId, { students, withoutBadge, ...badgesEnd }];
      },
    ),
  );
}

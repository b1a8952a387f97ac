import { m } from "@storyport/texts/messages";
import { listPlace } from "#/features/lists/list-search.ts";
import type { ListPlace } from "#/features/lists/list-search.ts";
import { PlayerGroupList } from "#/features/player-groups/player-group-list.tsx";
import { playerGroupsOf } from "./organization-place.ts";

/** The player groups of one organization, archived groups too. */
export function OrganizationPlayerGroups({ organizationId, place }: { organizationId: string; place: ListPlace }) {
  return (
    <PlayerGroupList
      input={playerGroupsOf(organizationId, place)}
      place={place}
      at={(search) => ({
        to: "/organizations/$organizationId",
        params: { organizationId },
        search: { tab: "player-groups", ...listPlace(search) },
      })}
      none={m["playerGroups.noneFound"]()}
    />
  );
}

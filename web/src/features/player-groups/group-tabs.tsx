import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { PageParts } from "#/features/admin-area/page-parts.tsx";
import type { PagePart } from "#/features/admin-area/page-parts.tsx";
import { useUser } from "#/shell/portal.ts";
import type { GroupTab } from "./group-tab.ts";
import { holdsOnGroup } from "./holds-on-group.ts";

/** The tabs of a group's page that the user may open. */
export function GroupTabs({ group }: { group: PlayerGroupDetails }) {
  const user = useUser();
  const isArchived = group.groupType === "ARCHIVED";
  const parts: (PagePart<GroupTab> & { isShown: boolean })[] = [
    { name: m["playerGroups.tabStudents"](), isShown: !isArchived },
    { tab: "players", name: m["playerGroups.tabPlayers"](), isShown: true },
    { tab: "rights", name: m["playerGroups.tabRights"](), isShown: group.rights !== undefined && !isArchived },
    { tab: "settings", name: m["playerGroups.tabSettings"](), isShown: holdsOnGroup(group, isArchived ? "OWNER" : "MODIFY") },
    { tab: "history", name: m["playerGroups.tabHistory"](), isShown: user.permissions.includes("manage_members") },
  ];
  return <PageParts label={m["playerGroups.tabs"]()} parts={parts.filter(({ isShown }) => isShown)} />;
}

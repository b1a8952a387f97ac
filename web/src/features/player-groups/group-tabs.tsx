import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { Link, useRouteContext } from "@tanstack/react-router";
import { SectionLinks, sectionLinkClass } from "#/ui/section-links.tsx";
import type { GroupTab } from "./group-tab.ts";
import { holdsOnGroup } from "./holds-on-group.ts";

/** The parts of a group's page, each only for who may use it. */
export function GroupTabs({ group }: { group: PlayerGroupDetails }) {
  const { user } = useRouteContext({ from: "/_logged-in" });
  const isArchived = group.groupType === "ARCHIVED";
  const tabs: { tab?: GroupTab; name: string; isShown: boolean }[] = [
    { name: m["playerGroups.tabStudents"](), isShown: !isArchived },
    { tab: "players", name: m["playerGroups.tabPlayers"](), isShown: true },
    { tab: "rights", name: m["playerGroups.tabRights"](), isShown: group.rights !== undefined && !isArchived },
    { tab: "settings", name: m["playerGroups.tabSettings"](), isShown: holdsOnGroup(group, isArchived ? "OWNER" : "MODIFY") },
    { tab: "history", name: m["playerGroups.tabHistory"](), isShown: user.permissions.includes("manage_members") },
  ];
  return (
    <SectionLinks
      label={m["playerGroups.tabs"]()}
      links={tabs
        .filter(({ isShown }) => isShown)
        .map(({ tab, name }) => ({
          key: name,
          link: (
            <Link
              to="/player-groups/$playerGroupId"
              params={{ playerGroupId: group.id }}
              search={tab === undefined ? {} : { tab }}
              className={sectionLinkClass}
              activeOptions={{ exact: true, includeSearch: true }}
            >
              {name}
            </Link>
          ),
        }))}
    />
  );
}

import { searchPlayerGroupRights } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { listPlace } from "#/features/lists/list-search.ts";
import { useUser } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import { classesName } from "./class-names.ts";
import { CreateGroupForm } from "./create-group-form.tsx";
import { archivedGroups, ownGroupsOf } from "./groups-search.ts";
import type { GroupsPlace } from "./groups-search.ts";
import { PlayerGroupList } from "./player-group-list.tsx";
import styles from "./player-groups.module.css";

/** The groups on which the user holds rights. Archived groups are shown if the address says so. */
export function PlayerGroupsScreen({ place }: { place: GroupsPlace }) {
  const { archived } = place;
  const user = useUser();
  return (
    <>
      <PageHeading
        intro={m["playerGroups.intro"]()}
        actions={
          <Link to="/player-groups/import" search={{}} className={buttonClass("secondary")}>
            {m["classImports.title"]()}
          </Link>
        }
      >
        {classesName(user)}
      </PageHeading>
      <PlayerGroupList
        input={ownGroupsOf(place)}
        place={place}
        at={(search) => ({ to: "/player-groups", search: { ...listPlace(search), ...(archived !== undefined && { archived }) } })}
        none={m["playerGroups.none"]()}
      />
      <ArchivedLink archived={archived} />
      <Link to="/erasures" className={buttonClass("quiet")}>
        {m["erasures.findTitle"]()}
      </Link>
      <div className={styles["panels"]}>
        <CreateGroupForm />
      </div>
    </>
  );
}

/** Links to archived groups, if there are any, and back. */
function ArchivedLink({ archived }: { archived: GroupsPlace["archived"] | undefined }) {
  const { data } = useEndpoint(searchPlayerGroupRights, archivedGroups);
  const hasArchived = data !== undefined && data.page.entityCount > 0;
  if (!hasArchived && archived === undefined) return null;
  return (
    <Link to="/player-groups" search={archived === undefined ? { archived: "shown" } : {}} className={buttonClass("quiet")}>
      {archived === undefined ? m["playerGroups.showArchived"]() : m["playerGroups.hideArchived"]()}
    </Link>
  );
}

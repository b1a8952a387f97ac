import { limits } from "@storyport/contract/limits";
import { listPlayerGroupRights } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { Link, useNavigate } from "@tanstack/react-router";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { ListCount } from "#/features/admin-area/list-count.tsx";
import { ListPages, useLastPage } from "#/features/admin-area/list-pages.tsx";
import { listPlace } from "#/features/admin-area/list-place.ts";
import { ListSearchForm } from "#/features/admin-area/list-search-form.tsx";
import type { ListSearch } from "#/features/admin-area/list-search.ts";
import { isFound, pageOf } from "#/features/admin-area/page-of.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { CreateGroupForm } from "./create-group-form.tsx";
import { groupTexts } from "./group-texts.ts";
import type { GroupsPlace } from "./groups-search.ts";
import { PlayerGroupTable } from "./player-group-table.tsx";
import styles from "./player-groups.module.css";

const most = limits.list.mostPlayerGroups;

/**
 * The groups one holds rights on, each a way to its students and their badges; archived ones where the address asks for them. A few are
 * seen at a glance: only where they fill more than a page there is something to search in.
 */
export function PlayerGroupsScreen({ place: { page = 1, filter = "", archived } }: { place: GroupsPlace }) {
  const navigate = useNavigate();
  const { data, error, refetch } = useEndpoint(listPlayerGroupRights);
  const groups = data?.filter(({ group_type }) => archived === "shown" || group_type !== "ARCHIVED");
  const hasArchived = data?.some(({ group_type }) => group_type === "ARCHIVED") === true;
  const matching = groups?.filter(({ group_name, player_group_id }) => isFound(filter, [group_name, player_group_id]));
  const shown = matching === undefined ? undefined : pageOf(matching, page);
  const isLong = filter !== "" || (groups !== undefined && groups.length > limits.list.pageSize);
  const at = (search: ListSearch): GroupsPlace => ({ ...listPlace(search), ...(archived !== undefined && { archived }) });
  const goTo = (search: ListSearch, replace = false) => void navigate({ to: "/player-groups", search: at(search), replace });
  useLastPage(page, shown?.pages, (last) => goTo({ page: last, filter }, true));
  return (
    <>
      <PageHeading intro={m["playerGroups.intro"]()}>{m["playerGroups.title"]()}</PageHeading>
      {isLong && (
        <ListSearchForm
          label={m["playerGroups.queryLabel"]()}
          button={m["playerGroups.searchButton"]()}
          filter={filter}
          onSearch={(text) => goTo({ page: 1, filter: text })}
        />
      )}
      {error !== null && (
        <FailureNotice failure={error.failure} onRetry={() => void refetch()}>
          {m["playerGroups.listFailed"]({ reason: failureText(error.failure, groupTexts) })}
        </FailureNotice>
      )}
      {groups === undefined && error === null && <Pending>{m["app.waiting"]()}</Pending>}
      {groups?.length === 0 && <Notice quiet>{m["playerGroups.none"]()}</Notice>}
      {isLong && <ListCount found={shown} isWaiting={false} none={m["playerGroups.noneFound"]()} />}
      {data !== undefined && data.length >= most && <Notice quiet>{m["playerGroups.mostListed"]({ most })}</Notice>}
      {shown !== undefined && shown.count > 0 && (
        <>
          <PlayerGroupTable groups={shown.results} count={shown.total} />
          <ListPages
            label={m["playerGroups.pages"]()}
            page={page}
            count={shown.pages}
            renderLink={(number, props) => <Link to="/player-groups" search={at({ page: number, filter })} {...props} />}
          />
        </>
      )}
      {(hasArchived || archived !== undefined) && (
        <Link to="/player-groups" search={archived === undefined ? { archived: "shown" } : {}} className={buttonClass("quiet")}>
          {archived === undefined ? m["playerGroups.showArchived"]() : m["playerGroups.hideArchived"]()}
        </Link>
      )}
      <div className={styles["panels"]}>
        <CreateGroupForm />
      </div>
    </>
  );
}

import { limits } from "@storyport/contract/limits";
import { searchPlayerGroupRights } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { Link, useNavigate } from "@tanstack/react-router";
import { reasonText } from "#/api/failure-text.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { foundIn, listQuery } from "#/features/admin-area/list-answer.ts";
import { useLastPage } from "#/features/admin-area/list-pages.tsx";
import { listPlace } from "#/features/admin-area/list-place.ts";
import type { ListSearch } from "#/features/admin-area/list-search.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { CreateGroupForm } from "./create-group-form.tsx";
import { groupTexts } from "./group-texts.ts";
import type { GroupsPlace } from "./groups-search.ts";
import { PlayerGroupPages, PlayerGroupSearch } from "./player-group-pages.tsx";
import styles from "./player-groups.module.css";

/**
 * The groups on which the user holds rights, as links to their students and badges. Archived groups are shown if the address says so. There
 * is a search only if the list has more than one page.
 */
export function PlayerGroupsScreen({ place: { page = 1, filter = "", archived } }: { place: GroupsPlace }) {
  const navigate = useNavigate();
  const list = useListEndpoint(searchPlayerGroupRights, [{ query: { ...listQuery({ page, filter }), ...(archived && { archived }) } }]);
  const { data, error, isPlaceholderData, refetch } = list;
  const found = data && foundIn(data);
  const isLong = filter !== "" || (found !== undefined && found.total > limits.list.pageSize);
  const at = (search: ListSearch): GroupsPlace => ({ ...listPlace(search), ...(archived !== undefined && { archived }) });
  const goTo = (search: ListSearch, replace = false) => void navigate({ to: "/player-groups", search: at(search), replace });
  useLastPage(page, isPlaceholderData ? undefined : found?.pages, (last) => goTo({ page: last, filter }, true));
  return (
    <>
      <PageHeading intro={m["playerGroups.intro"]()}>{m["playerGroups.title"]()}</PageHeading>
      {isLong && <PlayerGroupSearch list={list} filter={filter} onSearch={(text) => goTo({ page: 1, filter: text })} />}
      {error !== null && (
        <FailureNotice failure={error.failure} onRetry={() => void refetch()}>
          {m["playerGroups.listFailed"]({ reason: reasonText(error.failure, groupTexts) })}
        </FailureNotice>
      )}
      {data === undefined && error === null && <Pending>{m["app.waiting"]()}</Pending>}
      {!isLong && found?.total === 0 && <Notice quiet>{m["playerGroups.none"]()}</Notice>}
      <PlayerGroupPages
        list={list}
        page={page}
        renderLink={(number, props) => <Link to="/player-groups" search={at({ page: number, filter })} {...props} />}
      />
      <ArchivedLink archived={archived} />
      <div className={styles["panels"]}>
        <CreateGroupForm />
      </div>
    </>
  );
}

/** Links to archived groups, if there are any, and back. */
function ArchivedLink({ archived }: { archived: GroupsPlace["archived"] | undefined }) {
  const { data } = useListEndpoint(searchPlayerGroupRights, [{ query: { archived: "only", limit: "1" } }]);
  const hasArchived = data !== undefined && data.page.entityCount > 0;
  if (!hasArchived && archived === undefined) return null;
  return (
    <Link to="/player-groups" search={archived === undefined ? { archived: "shown" } : {}} className={buttonClass("quiet")}>
      {archived === undefined ? m["playerGroups.showArchived"]() : m["playerGroups.hideArchived"]()}
    </Link>
  );
}

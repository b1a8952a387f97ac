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
import { PlayerGroupPages, PlayerGroupSearch } from "#/features/player-groups/player-group-pages.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { organizationTexts } from "./organization-words.ts";

/** The player groups of one organization, archived groups too. */
export function OrganizationPlayerGroups({ organizationId, ...place }: ListSearch & { organizationId: string }) {
  const navigate = useNavigate();
  const { page, filter } = place;
  const list = useListEndpoint(searchPlayerGroupRights, [{ query: { ...listQuery(place), organizationId, archived: "shown" } }]);
  const { data, error, isPlaceholderData, refetch } = list;
  const found = data && foundIn(data);
  const at = (search: ListSearch) => ({
    to: "/organizations/$organizationId" as const,
    params: { organizationId },
    search: { tab: "player-groups" as const, ...listPlace(search) },
  });
  const goTo = (search: ListSearch, replace = false) => void navigate({ ...at(search), replace });
  useLastPage(page, isPlaceholderData ? undefined : found?.pages, (last) => goTo({ page: last, filter }, true));
  const isLong = filter !== "" || (found !== undefined && found.total > limits.list.pageSize);
  return (
    <>
      {isLong && <PlayerGroupSearch list={list} filter={filter} onSearch={(text) => goTo({ page: 1, filter: text })} />}
      {error !== null && (
        <FailureNotice failure={error.failure} onRetry={() => void refetch()}>
          {m["playerGroups.listFailed"]({ reason: reasonText(error.failure, organizationTexts) })}
        </FailureNotice>
      )}
      {data === undefined && error === null && <Pending>{m["app.waiting"]()}</Pending>}
      {!isLong && found?.total === 0 && <Notice quiet>{m["playerGroups.noneFound"]()}</Notice>}
      <PlayerGroupPages list={list} page={page} renderLink={(number, props) => <Link {...at({ page: number, filter })} {...props} />} />
    </>
  );
}

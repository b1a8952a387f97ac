import { limits } from "@storyport/contract/limits";
import { listOwnPlayers } from "@storyport/contract/players";
import { m } from "@storyport/texts/messages";
import { Link, useNavigate } from "@tanstack/react-router";
import { reasonWithStatus } from "#/api/failure-text.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { ListCount } from "#/features/admin-area/list-count.tsx";
import { ListPages, useLastPage } from "#/features/admin-area/list-pages.tsx";
import { ListSearchForm } from "#/features/admin-area/list-search-form.tsx";
import type { ListSearch } from "#/features/admin-area/list-search.ts";
import { DataTable } from "#/ui/data-table.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { GroupLinks } from "./group-links.tsx";
import { PlayerLink } from "./player-table.tsx";
import { playerTexts } from "./player-texts.ts";

const { pageSize } = limits.list;

/** The players of the groups on which the user holds rights, in pages. */
export function OwnPlayers({ page, filter }: ListSearch) {
  const navigate = useNavigate();
  const window = { offset: String((page - 1) * pageSize), limit: String(pageSize) };
  const found = useListEndpoint(listOwnPlayers, [{ query: { ...window, query: filter } }]);
  const { data, error, isPlaceholderData, isFetching } = found;
  const count = data === undefined ? 0 : Math.ceil(data.page.entityCount / pageSize);
  useLastPage(page, data === undefined || isPlaceholderData ? undefined : count, (last) => {
    void navigate({ to: "/players", search: { page: last, filter }, replace: true });
  });
  const handleSearch = (text: string) => {
    if (text === filter && page === 1) void found.refetch();
    else void navigate({ to: "/players", search: { page: 1, filter: text } });
  };

  return (
    <>
      <PageHeading intro={m["players.ownIntro"]()}>{m["players.ownTitle"]()}</PageHeading>
      <ListSearchForm label={m["players.ownQuery"]()} button={m["players.ownSearch"]()} filter={filter} onSearch={handleSearch} />
      {error !== null && (
        <FailureNotice failure={error.failure} onRetry={() => void found.refetch()}>
          {m["players.failed"]({ reason: reasonWithStatus(error.failure, playerTexts) })}
        </FailureNotice>
      )}
      <ListCount
        found={data && { offset: data.page.entityOffset, count: data.results.length, total: data.page.entityCount }}
        isWaiting={isFetching && (data === undefined || isPlaceholderData)}
        none={m["players.none"]()}
      />
      {data !== undefined && data.results.length > 0 && (
        <>
          <DataTable
            caption={m["players.listCaption"]()}
            captionHidden
            rows={data.results}
            rowKey={({ id }) => id}
            busy={isPlaceholderData}
            columns={[
              { key: "name", header: m["players.columnName"](), rowHeader: true, renderCell: (player) => <PlayerLink {...player} /> },
              { key: "groups", header: m["players.groups"](), renderCell: ({ playerGroups }) => <GroupLinks groups={playerGroups} /> },
              {
                key: "analysis",
                header: m["players.analysis"](),
                renderCell: ({ excludedFromAnalysis }) => (excludedFromAnalysis ? m["players.excluded"]() : m["players.included"]()),
              },
            ]}
          />
          <ListPages
            label={m["players.pages"]()}
            page={page}
            count={count}
            renderLink={(number, props) => <Link to="/players" search={{ page: number, filter }} {...props} />}
          />
        </>
      )}
    </>
  );
}

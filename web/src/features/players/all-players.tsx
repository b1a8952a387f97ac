import { endpointUrl } from "@storyport/contract/endpoint";
import { limits } from "@storyport/contract/limits";
import { exportPlayers, searchPlayers } from "@storyport/contract/players";
import { m } from "@storyport/texts/messages";
import { Link, useNavigate } from "@tanstack/react-router";
import { reasonWithStatus } from "#/api/failure-text.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { ListCount } from "#/features/admin-area/list-count.tsx";
import { ListPages, useLastPage } from "#/features/admin-area/list-pages.tsx";
import { ListSearchForm } from "#/features/admin-area/list-search-form.tsx";
import type { ListSearch } from "#/features/admin-area/list-search.ts";
import { LinkButton } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { PlayerTable } from "./player-table.tsx";
import { playerTexts } from "./player-texts.ts";

const { pageSize } = limits.search;

/** All players, by a part of the name or by id (specification, section 2). A new search starts at the first page. */
export function AllPlayers({ page, filter }: ListSearch) {
  const navigate = useNavigate();
  const input = { body: { query: filter, limit: pageSize, offset: (page - 1) * pageSize } };
  const found = useListEndpoint(searchPlayers, filter.trim() === "" ? undefined : [input]);
  const { data, error, isPlaceholderData, isFetching } = found;
  const count = data === undefined || isPlaceholderData ? undefined : Math.ceil(data.total / pageSize);
  useLastPage(page, count, (last) => void navigate({ to: "/players", search: { page: last, filter }, replace: true }));
  const handleSearch = (text: string) => {
    if (text === filter && page === 1) void found.refetch();
    else void navigate({ to: "/players", search: { page: 1, filter: text } });
  };

  return (
    <>
      <PageHeading>{m["players.searchTitle"]()}</PageHeading>
      <ListSearchForm
        label={m["players.queryLabel"]()}
        button={m["players.searchButton"]()}
        filter={filter}
        required
        onSearch={handleSearch}
      />
      {filter === "" && <Notice quiet>{m["players.searchIntro"]()}</Notice>}
      {error !== null && (
        <FailureNotice failure={error.failure} onRetry={() => void found.refetch()}>
          {m["players.failed"]({ reason: reasonWithStatus(error.failure, playerTexts) })}
        </FailureNotice>
      )}
      <ListCount found={data} isWaiting={isFetching && (data === undefined || isPlaceholderData)} none={m["players.none"]()} />
      {data !== undefined && data.count > 0 && (
        <>
          <PlayerTable players={data.results} busy={isPlaceholderData} />
          <ListPages
            label={m["players.pages"]()}
            page={page}
            count={Math.ceil(data.total / pageSize)}
            renderLink={(number, props) => <Link to="/players" search={{ page: number, filter }} {...props} />}
          />
          <LinkButton variant="secondary" size="small" href={endpointUrl(exportPlayers, { query: { query: filter } })} download>
            {m["area.exportCsv"]()}
          </LinkButton>
        </>
      )}
    </>
  );
}

import type { ResponseOf } from "@storyport/contract/endpoint";
import type { searchPlayerGroupRights } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ApiError } from "#/api/api-error.ts";
import { foundIn } from "#/features/admin-area/list-answer.ts";
import { ListCount } from "#/features/admin-area/list-count.tsx";
import { ListPages } from "#/features/admin-area/list-pages.tsx";
import { ListSearchForm } from "#/features/admin-area/list-search-form.tsx";
import type { PageLinkProps } from "#/ui/pagination.tsx";
import { PlayerGroupTable } from "./player-group-table.tsx";

interface PlayerGroupPart {
  list: UseQueryResult<ResponseOf<typeof searchPlayerGroupRights>, ApiError>;
}

/** The search field of a list of player groups, and the number of results. */
export function PlayerGroupSearch({ list, filter, onSearch }: PlayerGroupPart & { filter: string; onSearch: (text: string) => void }) {
  const { data, isPlaceholderData, isFetching } = list;
  return (
    <>
      <ListSearchForm
        label={m["playerGroups.queryLabel"]()}
        button={m["playerGroups.searchButton"]()}
        filter={filter}
        onSearch={onSearch}
      />
      <ListCount
        found={data && foundIn(data)}
        isWaiting={isFetching && (data === undefined || isPlaceholderData)}
        none={m["playerGroups.noneFound"]()}
      />
    </>
  );
}

interface PlayerGroupPagesProps extends PlayerGroupPart {
  page: number;
  renderLink: (page: number, props: PageLinkProps) => ReactNode;
}

/** One page of player groups, with links to the other pages. */
export function PlayerGroupPages({ list: { data, isPlaceholderData }, page, renderLink }: PlayerGroupPagesProps) {
  if (data === undefined || data.results.length === 0) return null;
  const { total, pages } = foundIn(data);
  return (
    <>
      <PlayerGroupTable groups={data.results} count={total} isBusy={isPlaceholderData} />
      <ListPages label={m["playerGroups.pages"]()} page={page} count={pages} renderLink={renderLink} />
    </>
  );
}

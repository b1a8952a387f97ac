import { limits } from "@storyport/contract/limits";
import { searchUserGroups } from "@storyport/contract/user-groups";
import { m } from "@storyport/texts/messages";
import type { ReactNode } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { foundIn, listQuery } from "#/features/admin-area/list-answer.ts";
import { ListCount } from "#/features/admin-area/list-count.tsx";
import { ListPages, useLastPage } from "#/features/admin-area/list-pages.tsx";
import { ListSearchForm } from "#/features/admin-area/list-search-form.tsx";
import type { ListSearch } from "#/features/admin-area/list-search.ts";
import type { PageLinkProps } from "#/ui/pagination.tsx";
import { UserGroupTable } from "./user-group-table.tsx";
import { userGroupTexts } from "./user-group-words.ts";

interface UserGroupListProps {
  place: ListSearch;
  /** Set for one organization's groups: then there is a search only if they fill more than a page. */
  organizationId?: string;
  showOrganization?: boolean;
  goTo: (search: ListSearch, replace?: boolean) => void;
  renderLink: (search: ListSearch, props: PageLinkProps) => ReactNode;
  /** Shown if there are no groups. */
  children?: ReactNode;
}

/** User groups by a part of their name, of a manager's name or of the organization's key, fifty per page. */
export function UserGroupList({ place, organizationId, showOrganization = false, goTo, renderLink, children }: UserGroupListProps) {
  const { page, filter } = place;
  const { data, error, isPlaceholderData, isFetching, refetch } = useListEndpoint(searchUserGroups, [
    { query: { ...listQuery(place), ...(organizationId !== undefined && { organizationId }) } },
  ]);
  const found = data && foundIn(data);
  const isSearched = organizationId === undefined || filter !== "" || (found !== undefined && found.total > limits.list.pageSize);
  useLastPage(page, isPlaceholderData ? undefined : found?.pages, (last) => goTo({ page: last, filter }, true));
  return (
    <>
      {isSearched && (
        <ListSearchForm
          label={m["userGroups.queryLabel"]()}
          button={m["userGroups.searchButton"]()}
          filter={filter}
          onSearch={(text) => goTo({ page: 1, filter: text })}
        />
      )}
      {error !== null && (
        <FailureNotice failure={error.failure} onRetry={() => void refetch()}>
          {m["userGroups.listFailed"]({ reason: reasonText(error.failure, userGroupTexts) })}
        </FailureNotice>
      )}
      <ListCount found={found} isWaiting={isFetching && (data === undefined || isPlaceholderData)} none={m["userGroups.none"]()} />
      {found?.total === 0 && children}
      {data !== undefined && found !== undefined && found.count > 0 && (
        <>
          <UserGroupTable groups={data.results} showOrganization={showOrganization} isBusy={isPlaceholderData} />
          <ListPages
            label={m["userGroups.pages"]()}
            page={page}
            count={found.pages}
            renderLink={(number, props) => renderLink({ page: number, filter }, props)}
          />
        </>
      )}
    </>
  );
}

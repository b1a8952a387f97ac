import { endpointUrl } from "@storyport/contract/endpoint";
import { limits } from "@storyport/contract/limits";
import { exportUsers, searchUsers } from "@storyport/contract/users";
import { m } from "@storyport/texts/messages";
import { Link, useNavigate } from "@tanstack/react-router";
import { reasonText } from "#/api/failure-text.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { ListPages, useLastPage } from "#/features/admin-area/list-pages.tsx";
import type { ListSearch } from "#/features/admin-area/list-search.ts";
import { ListSearchForm } from "#/features/admin-area/list-search-form.tsx";
import { ListCount } from "#/features/admin-area/list-count.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { LinkButton } from "#/ui/button.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { UserTable } from "./user-table.tsx";
import { userTexts } from "./user-words.ts";

const { pageSize } = limits.search;

/** Accounts by a part of the e-mail address or by id (specification, section 2). Search and page are in the address. */
export function UserSearchScreen({ page, filter }: ListSearch) {
  const navigate = useNavigate();
  const found = useListEndpoint(searchUsers, [{ body: { query: filter, pageSize, page } }]);
  const { data, error, isPlaceholderData, isFetching } = found;
  const count = data === undefined || isPlaceholderData ? undefined : Math.ceil(data.total / pageSize);
  useLastPage(page, count, (last) => void navigate({ to: "/users", search: { page: last, filter }, replace: true }));
  const handleSearch = (text: string) => {
    if (text === filter && page === 1) void found.refetch();
    else void navigate({ to: "/users", search: { page: 1, filter: text } });
  };
  const create = (
    <Link to="/admin/create-account" className={buttonClass("secondary")}>
      {m["users.createLink"]()}
    </Link>
  );

  return (
    <>
      <PageHeading actions={create}>{m["users.searchTitle"]()}</PageHeading>
      <ListSearchForm label={m["users.queryLabel"]()} button={m["users.searchButton"]()} filter={filter} onSearch={handleSearch} />
      {error !== null && (
        <FailureNotice failure={error.failure} onRetry={() => void found.refetch()}>
          {m["area.errorWithMessage"]({ message: reasonText(error.failure, userTexts) })}
        </FailureNotice>
      )}
      <ListCount found={data} isWaiting={isFetching && (data === undefined || isPlaceholderData)} none={m["users.none"]()} />
      {data !== undefined && data.count > 0 && (
        <>
          <UserTable users={data.results} busy={isPlaceholderData} />
          <ListPages
            label={m["users.pages"]()}
            page={page}
            count={Math.ceil(data.total / pageSize)}
            renderLink={(number, props) => <Link to="/users" search={{ page: number, filter }} {...props} />}
          />
          <LinkButton variant="secondary" size="small" href={endpointUrl(exportUsers, { query: { query: filter } })} download>
            {m["area.exportCsv"]()}
          </LinkButton>
        </>
      )}
    </>
  );
}

import { listOrganizations } from "@storyport/contract/organizations";
import { listUserGroups } from "@storyport/contract/user-groups";
import { m } from "@storyport/texts/messages";
import { Link, useNavigate, useRouteContext } from "@tanstack/react-router";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint, useListEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { ListCount } from "#/features/admin-area/list-count.tsx";
import { ListPages, useLastPage } from "#/features/admin-area/list-pages.tsx";
import { listPlace } from "#/features/admin-area/list-place.ts";
import { ListSearchForm } from "#/features/admin-area/list-search-form.tsx";
import type { ListSearch } from "#/features/admin-area/list-search.ts";
import { isFound, pageOf } from "#/features/admin-area/page-of.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import { UserGroupTable } from "./user-group-table.tsx";
import { userGroupTexts } from "./user-group-words.ts";

/** The user groups of one's organizations, by a part of their name, of a manager's or of their organization's key. */
export function UserGroupsScreen({ page, filter }: ListSearch) {
  const navigate = useNavigate();
  const { permissions } = useRouteContext({ from: "/_logged-in" }).user;
  const mayManage = permissions.includes("manage_members");
  const { data, error, refetch } = useEndpoint(listUserGroups);
  const organizations = useListEndpoint(listOrganizations, mayManage ? [] : undefined).data;
  const keys = new Map(organizations?.map(({ id, organization_key }) => [id, organization_key]));
  const matching = data?.filter(({ groupName, membersInfo, organizationId }) =>
    isFound(filter, [groupName, ...membersInfo.groupManagers, keys.get(organizationId) ?? ""]),
  );
  const shown = matching === undefined ? undefined : pageOf(matching, page);
  const goTo = (search: ListSearch, replace = false) => void navigate({ to: "/user-groups", search: listPlace(search), replace });
  useLastPage(page, shown?.pages, (last) => goTo({ page: last, filter }, true));

  return (
    <>
      <PageHeading actions={mayManage && <CreateLink />}>{m["userGroups.title"]()}</PageHeading>
      <ListSearchForm
        label={m["userGroups.queryLabel"]()}
        button={m["userGroups.searchButton"]()}
        filter={filter}
        onSearch={(text) => goTo({ page: 1, filter: text })}
      />
      {error !== null && (
        <FailureNotice failure={error.failure} onRetry={() => void refetch()}>
          {m["userGroups.listFailed"]({ reason: failureText(error.failure, userGroupTexts) })}
        </FailureNotice>
      )}
      <ListCount found={shown} isWaiting={data === undefined && error === null} none={m["userGroups.none"]()} />
      {shown?.total === 0 && mayManage && <CreateLink />}
      {shown !== undefined && shown.count > 0 && (
        <>
          <UserGroupTable groups={shown.results} organizationOf={keys.size > 1 ? keys : undefined} />
          <ListPages
            label={m["userGroups.pages"]()}
            page={page}
            count={shown.pages}
            renderLink={(number, props) => <Link to="/user-groups" search={listPlace({ page: number, filter })} {...props} />}
          />
        </>
      )}
    </>
  );
}

export function CreateLink() {
  return (
    <Link to="/user-groups/create-user-group" className={buttonClass("secondary")}>
      {m["userGroups.createTitle"]()}
    </Link>
  );
}

import { searchOrganizations } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { Link, useNavigate } from "@tanstack/react-router";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { listPlace } from "#/features/admin-area/list-place.ts";
import type { ListSearch } from "#/features/admin-area/list-search.ts";
import { useUser } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import { UserGroupList } from "./user-group-list.tsx";

/** The user groups of the user's organizations. Page and search are in the address. */
export function UserGroupsScreen(place: ListSearch) {
  const navigate = useNavigate();
  const { permissions } = useUser();
  const mayManage = permissions.includes("manage_members");
  const managed = useListEndpoint(searchOrganizations, mayManage ? [{ query: { limit: "1" } }] : undefined).data;
  return (
    <>
      <PageHeading actions={mayManage && <CreateLink />}>{m["userGroups.title"]()}</PageHeading>
      <UserGroupList
        place={place}
        showOrganization={managed !== undefined && managed.page.entityCount > 1}
        goTo={(search, replace = false) => void navigate({ to: "/user-groups", search: listPlace(search), replace })}
        renderLink={(search, props) => <Link to="/user-groups" search={listPlace(search)} {...props} />}
      >
        {mayManage && <CreateLink />}
      </UserGroupList>
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

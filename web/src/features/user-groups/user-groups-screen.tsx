import { searchOrganizations } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { listPlace } from "#/features/lists/list-search.ts";
import type { ListPlace } from "#/features/lists/list-search.ts";
import { useUser } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import { UserGroupList } from "./user-group-list.tsx";

/** The user groups of the organizations where the user may see them, or all for an administrator. Page and search are in the address. */
export function UserGroupsScreen({ place }: { place: ListPlace }) {
  const { permissions } = useUser();
  const mayManage = permissions.includes("manage_members");
  // Only their number counts here, so a single row is fetched.
  const managed = useListEndpoint(searchOrganizations, mayManage ? [{ query: { limit: "1" } }] : undefined).data;
  return (
    <>
      <PageHeading actions={mayManage && <CreateLink />}>{m["userGroups.title"]()}</PageHeading>
      <UserGroupList
        place={place}
        showOrganization={managed !== undefined && managed.page.entityCount > 1}
        at={(search) => ({ to: "/user-groups", search: listPlace(search) })}
        whenNone={mayManage && <CreateLink />}
      />
    </>
  );
}

/** The button that leads to a new user group. */
export function CreateLink() {
  return (
    <Link to="/user-groups/create-user-group" className={buttonClass("secondary")}>
      {m["userGroups.create"]()}
    </Link>
  );
}

import { Link, useNavigate } from "@tanstack/react-router";
import { listPlace } from "#/features/admin-area/list-place.ts";
import type { ListSearch } from "#/features/admin-area/list-search.ts";
import { UserGroupList } from "#/features/user-groups/user-group-list.tsx";
import { CreateLink } from "#/features/user-groups/user-groups-screen.tsx";

/** The user groups of one organization. */
export function OrganizationGroups({ organizationId, ...place }: ListSearch & { organizationId: string }) {
  const navigate = useNavigate();
  const at = (search: ListSearch) => ({
    to: "/organizations/$organizationId" as const,
    params: { organizationId },
    search: { tab: "groups" as const, ...listPlace(search) },
  });
  return (
    <>
      <UserGroupList
        place={place}
        organizationId={organizationId}
        goTo={(search, replace = false) => void navigate({ ...at(search), replace })}
        renderLink={(search, props) => <Link {...at(search)} {...props} />}
      />
      <div>
        <CreateLink />
      </div>
    </>
  );
}

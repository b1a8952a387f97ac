import { listPlace } from "#/features/lists/list-search.ts";
import type { ListPlace } from "#/features/lists/list-search.ts";
import { UserGroupList } from "#/features/user-groups/user-group-list.tsx";
import { CreateLink } from "#/features/user-groups/user-groups-screen.tsx";

/** The user groups of one organization. */
export function OrganizationGroups({ organizationId, place }: { organizationId: string; place: ListPlace }) {
  return (
    <>
      <UserGroupList
        place={place}
        organizationId={organizationId}
        at={(search) => ({
          to: "/organizations/$organizationId",
          params: { organizationId },
          search: { tab: "groups", ...listPlace(search) },
        })}
      />
      <div>
        <CreateLink />
      </div>
    </>
  );
}

import { listUserGroupsOf } from "@storyport/contract/user-groups";
import { m } from "@storyport/texts/messages";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { ListCount } from "#/features/admin-area/list-count.tsx";
import { UserGroupTable } from "#/features/user-groups/user-group-table.tsx";
import { CreateLink } from "#/features/user-groups/user-groups-screen.tsx";
import { organizationTexts } from "./organization-words.ts";

/** The user groups of one organization. */
export function OrganizationGroups({ organizationId }: { organizationId: string }) {
  const { data, error, refetch } = useEndpoint(listUserGroupsOf, { params: { orgId: organizationId } });
  const found = data && { offset: 0, count: data.length, total: data.length };
  return (
    <>
      {error !== null && (
        <FailureNotice failure={error.failure} onRetry={() => void refetch()}>
          {m["userGroups.listFailed"]({ reason: failureText(error.failure, organizationTexts) })}
        </FailureNotice>
      )}
      <ListCount found={found} isWaiting={data === undefined && error === null} none={m["userGroups.none"]()} />
      {data !== undefined && data.length > 0 && <UserGroupTable groups={data} />}
      <div>
        <CreateLink />
      </div>
    </>
  );
}

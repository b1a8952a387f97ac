import { listPlayerGroupRightsOf } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { PlayerGroupTable } from "#/features/player-groups/player-group-table.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { organizationTexts } from "./organization-words.ts";

/** The player groups of one organization: among all schools' a class is found by its school. */
export function OrganizationPlayerGroups({ organizationId }: { organizationId: string }) {
  const { data, error, refetch } = useEndpoint(listPlayerGroupRightsOf, { params: { orgId: organizationId } });
  if (data === undefined) {
    if (error === null) return <Pending>{m["app.waiting"]()}</Pending>;
    return (
      <FailureNotice failure={error.failure} onRetry={() => void refetch()}>
        {m["playerGroups.listFailed"]({ reason: failureText(error.failure, organizationTexts) })}
      </FailureNotice>
    );
  }
  return data.length === 0 ? <Notice quiet>{m["playerGroups.noneFound"]()}</Notice> : <PlayerGroupTable groups={data} />;
}

import { listPlayerGroupRights } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { DataTable, cellLinkClass } from "#/ui/data-table.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { CreateGroupForm } from "./create-group-form.tsx";
import { groupTexts } from "./group-texts.ts";
import { groupTypeText } from "./group-type-text.ts";
import styles from "./player-groups.module.css";
import { rightsText } from "./rights-text.ts";

/** The groups one holds rights on, each a way to its students and their badges; archived ones where the address asks for them. */
export function PlayerGroupsScreen({ archived }: { archived: boolean }) {
  const { data, error } = useEndpoint(listPlayerGroupRights);
  const groups = data?.filter(({ group_type }) => archived || group_type !== "ARCHIVED");
  const hasArchived = data?.some(({ group_type }) => group_type === "ARCHIVED") === true;
  return (
    <>
      <PageHeading intro={m["playerGroups.intro"]()}>{m["playerGroups.title"]()}</PageHeading>
      {error !== null && <Notice tone="error">{m["playerGroups.listFailed"]({ reason: failureText(error.failure, groupTexts) })}</Notice>}
      {groups === undefined && error === null && <Pending>{m["app.waiting"]()}</Pending>}
      {groups?.length === 0 && <Notice quiet>{m["playerGroups.none"]()}</Notice>}
      {groups !== undefined && groups.length > 0 && (
        <DataTable
          caption={m["playerGroups.groupCount"]({ count: groups.length })}
          rows={groups}
          rowKey={(group) => group.player_group_id}
          columns={[
            {
              key: "name",
              header: m["playerGroups.group"](),
              rowHeader: true,
              renderCell: (group) => (
                <Link
                  to="/player-groups/$playerGroupId"
                  params={{ playerGroupId: group.player_group_id }}
                  search={group.group_type === "ARCHIVED" ? { tab: "players" } : {}}
                  className={cellLinkClass}
                >
                  <bdi>{group.group_name}</bdi>
                </Link>
              ),
            },
            { key: "type", header: m["playerGroups.type"](), renderCell: (group) => groupTypeText(group.group_type) },
            { key: "rights", header: m["playerGroups.ownRights"](), renderCell: (group) => rightsText(group.rights_type) },
          ]}
        />
      )}
      {(hasArchived || archived) && (
        <Link to="/player-groups" search={archived ? {} : { archived: "shown" }} className={buttonClass("quiet")}>
          {archived ? m["playerGroups.hideArchived"]() : m["playerGroups.showArchived"]()}
        </Link>
      )}
      <div className={styles["panels"]}>
        <CreateGroupForm />
      </div>
    </>
  );
}

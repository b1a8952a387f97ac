import type { PlayerGroupRight } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { Breakable } from "#/ui/breakable.tsx";
import { DataTable, cellLinkClass } from "#/ui/data-table.tsx";
import { groupTypeText } from "./group-type-text.ts";
import { rightsText } from "./rights-text.ts";

interface PlayerGroupTableProps {
  groups: readonly PlayerGroupRight[];
  /** How many there are in all; these are a page of them. */
  count: number;
  /** The rows are those of another page still. */
  isBusy: boolean;
}

/** Player groups and what one may do with each. */
export function PlayerGroupTable({ groups, count, isBusy }: PlayerGroupTableProps) {
  return (
    <DataTable
      caption={m["playerGroups.groupCount"]({ count })}
      rows={groups}
      busy={isBusy}
      rowKey={(group) => group.player_group_id}
      columns={[
        { key: "name", header: m["playerGroups.group"](), rowHeader: true, renderCell: (group) => <GroupLink group={group} /> },
        { key: "type", header: m["playerGroups.type"](), renderCell: (group) => groupTypeText(group.group_type) },
        { key: "rights", header: m["playerGroups.ownRights"](), renderCell: (group) => rightsText(group.rights_type) },
      ]}
    />
  );
}

/** An archived group has no badges to begin with. */
function GroupLink({ group }: { group: PlayerGroupRight }) {
  return (
    <Link
      to="/player-groups/$playerGroupId"
      params={{ playerGroupId: group.player_group_id }}
      search={group.group_type === "ARCHIVED" ? { tab: "players" } : {}}
      className={cellLinkClass}
    >
      <bdi>
        <Breakable text={group.group_name} />
      </bdi>
    </Link>
  );
}

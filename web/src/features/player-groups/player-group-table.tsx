import type { PlayerGroupRight } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { Breakable } from "#/ui/breakable.tsx";
import { DataTable, cellLinkClass } from "#/ui/data-table.tsx";
import { groupTypeText } from "./group-type-text.ts";
import { rightsText } from "./rights-text.ts";

interface PlayerGroupTableProps {
  groups: readonly PlayerGroupRight[];
  /** The total of all pages. */
  count: number;
  /** The rows still belong to another page. */
  isBusy: boolean;
}

/** Player groups with the user's rights on them. */
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

/** An archived group has no badges, so its link opens another tab. */
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

import type { PlayerGroupRight } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import type { PlayerGroupType } from "@storyport/contract/vocabulary";
import { useUser } from "#/shell/portal.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { DataTable, cellLinkClass } from "#/ui/data-table.tsx";
import { classesName } from "./class-names.ts";
import { groupTypeTexts } from "./group-type-texts.ts";
import { rightsText } from "./rights-text.ts";

interface PlayerGroupTableProps {
  groups: readonly PlayerGroupRight[];
  /** The rows still belong to another page. */
  isBusy: boolean;
}

/** Player groups with the user's rights on them. */
export function PlayerGroupTable({ groups, isBusy }: PlayerGroupTableProps) {
  return (
    <DataTable
      caption={classesName(useUser())}
      captionHidden
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

function GroupLink({ group }: { group: PlayerGroupRight }) {
  return (
    <Link to="/player-groups/$playerGroupId" params={{ playerGroupId: group.player_group_id }} search={{}} className={cellLinkClass}>
      <bdi>
        <Breakable text={group.group_name} />
      </bdi>
    </Link>
  );
}

function groupTypeText(type: PlayerGroupType): string {
  return groupTypeTexts[type]();
}

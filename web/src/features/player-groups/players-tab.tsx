import type { PlayerGroupDetails } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { Badge } from "#/ui/badge.tsx";
import { DataTable, cellLinkClass } from "#/ui/data-table.tsx";
import { Notice } from "#/ui/notice.tsx";

/** The players of a group, as links to their pages. */
export function PlayersTab({ players }: Pick<PlayerGroupDetails, "players">) {
  if (players.length === 0) return <Notice quiet>{m["playerGroups.noPlayers"]()}</Notice>;
  return (
    <DataTable
      caption={m["playerGroups.playerCount"]({ count: players.length })}
      rows={players}
      rowKey={({ id }) => id}
      columns={[
        {
          key: "name",
          header: m["playerGroups.name"](),
          rowHeader: true,
          renderCell: ({ id, playerName }) => (
            <Link to="/players/$playerId" params={{ playerId: id }} className={cellLinkClass}>
              <bdi>{playerName}</bdi>
            </Link>
          ),
        },
        {
          key: "excluded",
          header: m["playerGroups.analysis"](),
          renderCell: ({ excludedFromAnalysis }) =>
            excludedFromAnalysis ? <Badge>{m["playerGroups.excluded"]()}</Badge> : m["playerGroups.included"](),
        },
      ]}
    />
  );
}

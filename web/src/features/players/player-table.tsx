import type { PlayerSearchResult } from "@storyport/contract/players";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { ExactDate } from "#/shell/exact-date.tsx";
import { cellLinkClass, DataTable } from "#/ui/data-table.tsx";
import { Identifier } from "#/ui/identifier.tsx";
import { shownPlayerName } from "./player-name.ts";

/** The columns of the specification, in its order (section 2). */
export function PlayerTable({ players, busy }: { players: readonly PlayerSearchResult[]; busy: boolean }) {
  return (
    <DataTable
      caption={m["players.listCaption"]()}
      captionHidden
      rows={players}
      rowKey={({ id }) => id}
      busy={busy}
      columns={[
        { key: "id", header: m["players.columnId"](), compact: true, renderCell: ({ id }) => <Identifier id={id} /> },
        { key: "name", header: m["players.columnName"](), rowHeader: true, renderCell: (player) => <PlayerLink {...player} /> },
        { key: "gender", header: m["players.columnGender"](), renderCell: ({ gender }) => genderName(gender) },
        { key: "research", header: m["players.columnResearch"](), renderCell: ({ researchCode }) => <bdi>{researchCode ?? "-"}</bdi> },
        {
          key: "created",
          header: m["players.columnCreated"](),
          compact: true,
          renderCell: ({ createdAt }) => <ExactDate at={createdAt} />,
        },
        {
          key: "registered",
          header: m["players.columnRegistered"](),
          compact: true,
          renderCell: ({ registeredAt }) => <ExactDate at={registeredAt} />,
        },
      ]}
    />
  );
}

export function PlayerLink({ id, playerName }: { id: string; playerName: string }) {
  return (
    <Link to="/players/$playerId" params={{ playerId: id }} className={cellLinkClass}>
      <bdi>{shownPlayerName({ playerName })}</bdi>
    </Link>
  );
}

/** 1 is a girl, every other number a boy (specification, section 2); '-' where it is unknown. */
export function genderName(gender: number | null): string {
  if (gender === null) return "-";
  return gender === 1 ? m["players.girl"]() : m["players.boy"]();
}

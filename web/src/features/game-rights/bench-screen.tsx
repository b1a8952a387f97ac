import { listOwnGames } from "@storyport/contract/game-rights";
import type { OwnGame } from "@storyport/contract/game-rights";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { reasonText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { cellLinkClass, DataTable } from "#/ui/data-table.tsx";
import type { Column } from "#/ui/data-table.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { benchTexts, gameLevelName } from "./bench-words.ts";
import { ExampleList } from "./example-list.tsx";

/** The first page of builders (/bench): the games that the user builds, and examples to copy. An administrator sees all games. */
export function BenchScreen() {
  const { data, error, refetch } = useEndpoint(listOwnGames);
  return (
    <>
      <PageHeading intro={m["bench.intro"]()}>{m["bench.title"]()}</PageHeading>
      {error !== null && (
        <FailureNotice onRetry={() => void refetch()}>{m["bench.failed"]({ reason: reasonText(error.failure, benchTexts) })}</FailureNotice>
      )}
      {data === undefined && error === null && <Pending>{m["app.waiting"]()}</Pending>}
      {data?.length === 0 && <Notice quiet>{m["bench.none"]()}</Notice>}
      {data !== undefined && data.length > 0 && (
        <DataTable caption={m["bench.title"]()} captionHidden columns={columns()} rows={data} rowKey={({ game }) => game.gameId} />
      )}
      <ExampleList />
    </>
  );
}

const columns = (): Column<OwnGame>[] => [
  { key: "game", header: m["games.game"](), rowHeader: true, renderCell: ({ game }) => <GameLink {...game} /> },
  { key: "description", header: m["games.description"](), renderCell: ({ game }) => game.description },
  { key: "right", header: m["bench.yourRight"](), renderCell: ({ rightsType }) => gameLevelName(rightsType) },
  { key: "state", header: m["bench.state"](), renderCell: ({ game }) => stateName(game) },
];

function stateName({ retiredAt, isPublic, organizationCount }: OwnGame["game"]): string {
  if (retiredAt !== null) return m["games.retiredBadge"]();
  return isPublic || organizationCount > 0 ? m["bench.inUse"]() : m["bench.draft"]();
}

function GameLink({ gameId, gameKey }: OwnGame["game"]) {
  return (
    <Link to="/bench/$gameId" params={{ gameId: String(gameId) }} className={cellLinkClass}>
      {m["organizations.gameLabel"]({ gameKey, gameId })}
    </Link>
  );
}

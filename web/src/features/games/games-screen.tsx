import { listGames } from "@storyport/contract/games";
import type { GameSettings } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { limits } from "@storyport/contract/limits";
import { Link } from "@tanstack/react-router";
import { reasonText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { ListPage } from "#/features/lists/list-page.tsx";
import { listPlace } from "#/features/lists/list-search.ts";
import type { ListPlace } from "#/features/lists/list-search.ts";
import { loginTypeName } from "#/features/users/user-words.ts";
import { listed } from "#/shell/listed.ts";
import { Badge } from "#/ui/badge.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { cellLinkClass, DataTable } from "#/ui/data-table.tsx";
import type { Column } from "#/ui/data-table.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { gameSettingsTexts } from "./game-words.ts";

/** All games as OAuth clients, also retired games: who may open them, and their callbacks. The answer has all, and is searched here. */
export function GamesScreen({ place }: { place: ListPlace }) {
  const query = useEndpoint(listGames);
  return (
    <>
      <PageHeading intro={m["games.adminIntro"]()} actions={<CreateLink />}>
        {m["games.adminTitle"]()}
      </PageHeading>
      <ListPage
        query={{ ...query, data: query.data && gamesAt(query.data, place) }}
        place={place}
        at={(search) => ({ to: "/games", search: listPlace(search) })}
        search={{ label: m["games.queryLabel"](), button: m["games.searchButton"](), ifMoreThan: fewGames }}
        failed={(failure) => m["games.listFailed"]({ reason: reasonText(failure, gameSettingsTexts) })}
        none={m["games.none"]()}
        pages={m["games.pages"]()}
      >
        {({ results }) => (
          <DataTable caption={m["games.adminTitle"]()} captionHidden columns={columns()} rows={results} rowKey={({ gameId }) => gameId} />
        )}
      </ListPage>
    </>
  );
}

function gamesAt(games: readonly GameSettings[], { page = 1, filter = "" }: ListPlace) {
  const { pageSize } = limits.list;
  const offset = (page - 1) * pageSize;
  const found = games.filter((game) => isFound(game, filter.toLowerCase()));
  return { results: found.slice(offset, offset + pageSize), offset, total: found.length };
}

/** The number of games that needs no search. */
const fewGames = 10;

function isFound({ gameKey, gameId, description }: GameSettings, wanted: string): boolean {
  return String(gameId) === wanted || [gameKey, description].some((text) => text.toLowerCase().includes(wanted));
}

function CreateLink() {
  return (
    <Link to="/games/create-game" className={buttonClass("secondary")}>
      {m["games.createTitle"]()}
    </Link>
  );
}

const columns = (): Column<GameSettings>[] => [
  { key: "game", header: m["games.game"](), rowHeader: true, renderCell: (game) => <GameLink game={game} /> },
  { key: "description", header: m["games.description"](), renderCell: ({ description }) => description },
  { key: "login", header: m["games.loginTypes"](), renderCell: ({ loginTypes }) => listed(loginTypes.map(loginTypeName)) || "-" },
  { key: "permissions", header: m["games.permissions"](), renderCell: ({ requiredPermissions }) => listed(requiredPermissions) || "-" },
  { key: "callbacks", header: m["games.callbacks"](), compact: true, renderCell: ({ callbacks }) => callbacks.length },
  { key: "organizations", header: m["games.organizations"](), compact: true, renderCell: ({ organizationCount }) => organizationCount },
  {
    key: "policy",
    header: m["games.policy"](),
    renderCell: ({ isPublic, legacyClientCode, retiredAt }) => (
      <>
        {retiredAt !== null && <Badge>{m["games.retiredBadge"]()}</Badge>} {isPublic ? m["games.public"]() : m["games.notPublic"]()}{" "}
        {legacyClientCode && <Badge tone="danger">{m["games.legacyBadge"]()}</Badge>}
      </>
    ),
  },
];

function GameLink({ game: { gameId, gameKey } }: { game: GameSettings }) {
  return (
    <Link to="/games/$gameId" params={{ gameId: String(gameId) }} className={cellLinkClass}>
      {m["organizations.gameLabel"]({ gameKey, gameId })}
    </Link>
  );
}

import { listGames } from "@storyport/contract/games";
import type { GameSettings } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { Link, useNavigate } from "@tanstack/react-router";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { ListSearchForm } from "#/features/admin-area/list-search-form.tsx";
import { loginTypeName } from "#/features/users/user-words.ts";
import { listed } from "#/shell/listed.ts";
import { Badge } from "#/ui/badge.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { cellLinkClass, DataTable } from "#/ui/data-table.tsx";
import type { Column } from "#/ui/data-table.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { gameSettingsTexts } from "./game-words.ts";

/** All games as OAuth clients: who may open them, and their callbacks. */
export function GamesScreen({ filter = "" }: { filter?: string | undefined }) {
  const navigate = useNavigate();
  const { data, error, refetch } = useEndpoint(listGames);
  const found = data?.filter((game) => isFound(game, filter.toLowerCase()));
  return (
    <>
      <PageHeading intro={m["games.adminIntro"]()} actions={<CreateLink />}>
        {m["games.adminTitle"]()}
      </PageHeading>
      {error !== null && (
        <FailureNotice failure={error.failure} onRetry={() => void refetch()}>
          {m["games.listFailed"]({ reason: failureText(error.failure, gameSettingsTexts) })}
        </FailureNotice>
      )}
      {data === undefined && error === null && <Pending>{m["app.waiting"]()}</Pending>}
      {data !== undefined && (data.length > fewGames || filter !== "") && (
        <ListSearchForm
          label={m["games.queryLabel"]()}
          button={m["games.searchButton"]()}
          filter={filter}
          onSearch={(text) => void navigate({ to: "/games", search: text === "" ? {} : { filter: text } })}
        />
      )}
      {found?.length === 0 && <Notice>{m["games.none"]()}</Notice>}
      {found !== undefined && found.length > 0 && (
        <DataTable caption={m["games.adminTitle"]()} captionHidden columns={columns()} rows={found} rowKey={({ gameId }) => gameId} />
      )}
    </>
  );
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

import { listGames } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { reasonText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import type { ListPlace } from "#/features/lists/list-search.ts";
import { MissingPage } from "#/shell/missing-page.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { EditGame } from "./edit-game.tsx";
import { gameSettingsTexts } from "./game-words.ts";

/** One game, also a retired game: its description, its demands on a login, and its callbacks. */
export function GameScreen({ gameId, place }: { gameId: string; place: ListPlace }) {
  const { data, error, refetch } = useEndpoint(listGames);
  if (data === undefined) {
    return (
      <MissingPage
        heading={m["games.gameTitle"]()}
        error={error}
        text={({ failure }) => m["games.listFailed"]({ reason: reasonText(failure, gameSettingsTexts) })}
        onRetry={() => void refetch()}
      >
        <BackToGames />
      </MissingPage>
    );
  }
  const game = data.find((one) => String(one.gameId) === gameId);
  return (
    <>
      <PageHeading intro={game && m["organizations.gameLabel"]({ gameKey: game.gameKey, gameId: game.gameId })}>
        {m["games.gameTitle"]()}
      </PageHeading>
      {game === undefined ? <Notice tone="error">{m["games.notFound"]()}</Notice> : <EditGame game={game} place={place} />}
      {game !== undefined && (
        <Link to="/bench/$gameId" params={{ gameId }} className={buttonClass("secondary")}>
          {m["bench.open"]()}
        </Link>
      )}
      {game !== undefined && <SecretNote />}
      <BackToGames />
    </>
  );
}

function SecretNote() {
  return (
    <Notice quiet title={m["games.secretTitle"]()}>
      {m["games.secretNote"]()}
    </Notice>
  );
}

function BackToGames() {
  return (
    <Link to="/games" className={buttonClass("quiet")}>
      {m["games.back"]()}
    </Link>
  );
}

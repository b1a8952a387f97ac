import { listOwnGames } from "@storyport/contract/game-rights";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { reasonText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { ConformanceRuns } from "#/features/conformance/conformance-runs.tsx";
import { Walk } from "#/features/conformance/walk.tsx";
import { MissingPage } from "#/shell/missing-page.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { benchTexts } from "./bench-words.ts";
import { CreateEdition } from "./create-edition.tsx";
import { EditOwnGame } from "./edit-own-game.tsx";
import { GamePeople } from "./game-people.tsx";

/** A game of a person who builds it: runs, addresses, people and editions, as far as the person's right goes. An administrator is OWNER. */
export function BenchGameScreen({ gameId }: { gameId: string }) {
  const { data, error, refetch } = useEndpoint(listOwnGames);
  if (data === undefined) {
    return (
      <MissingPage
        heading={m["games.gameTitle"]()}
        error={error}
        text={({ failure }) => m["bench.failed"]({ reason: reasonText(failure, benchTexts) })}
        onRetry={() => void refetch()}
      >
        <BackToGames />
      </MissingPage>
    );
  }
  const own = data.find(({ game }) => String(game.gameId) === gameId);
  // READ only lets the user look.
  const editable = own?.rightsType === "READ" ? undefined : own;
  return (
    <>
      <PageHeading intro={own && m["organizations.gameLabel"]({ gameKey: own.game.gameKey, gameId: own.game.gameId })}>
        {m["games.gameTitle"]()}
      </PageHeading>
      {own === undefined && <Notice tone="error">{m["games.notFound"]()}</Notice>}
      {own !== undefined && own.game.retiredAt !== null && <Notice>{m["bench.retired"]()}</Notice>}
      {editable !== undefined && <Walk game={editable.game} />}
      {own !== undefined && <ConformanceRuns gameId={own.game.gameId} mayStart={editable !== undefined} />}
      {own !== undefined && (
        <>
          <h2>{m["refusedLogins.title"]()}</h2>
          <Link to="/bench/$gameId/refused-logins" params={{ gameId }} className={buttonClass("secondary")}>
            {m["refusedLogins.open"]()}
          </Link>
        </>
      )}
      {editable !== undefined && (
        <>
          <EditOwnGame game={editable.game} />
          <Link to="/bench/$gameId/openid" params={{ gameId }} className={buttonClass("secondary")}>
            {m["openidClients.title"]()}
          </Link>
        </>
      )}
      {own?.rightsType === "OWNER" && <GamePeople gameId={own.game.gameId} />}
      {own?.rightsType === "OWNER" && <CreateEdition game={own.game} />}
      <BackToGames />
    </>
  );
}

function BackToGames() {
  return (
    <Link to="/bench" className={buttonClass("quiet")}>
      {m["bench.backToGames"]()}
    </Link>
  );
}

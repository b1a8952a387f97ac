import { listOwnGames } from "@storyport/contract/game-rights";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { LoadedPart } from "#/shell/loaded-part.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { EditOpenidClient } from "./edit-openid-client.tsx";

/** How a game uses the portal as an OpenID provider, for the people who build it. Users with READ see no form. */
export function OpenidClientScreen({ gameId }: { gameId: string }) {
  const query = useEndpoint(listOwnGames);
  const own = query.data?.find(({ game }) => String(game.gameId) === gameId);
  return (
    <>
      <PageHeading intro={own && m["organizations.gameLabel"]({ gameKey: own.game.gameKey, gameId: own.game.gameId })}>
        {m["openidClients.title"]()}
      </PageHeading>
      <LoadedPart query={query} failed={m["openidClients.loadFailed"]()}>
        {() => {
          if (own === undefined) return <Notice tone="error">{m["games.notFound"]()}</Notice>;
          return own.rightsType === "READ" ? <Notice quiet>{m["errors.notAllowed"]()}</Notice> : <EditOpenidClient game={own.game} />;
        }}
      </LoadedPart>
      <Link to="/bench/$gameId" params={{ gameId }} className={buttonClass("quiet")}>
        {m["openidClients.backToGame"]()}
      </Link>
    </>
  );
}

import { listGameOrganizations } from "@storyport/contract/games";
import type { GameSettings } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { reasonText } from "#/api/failure-text.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { ListPage } from "#/features/lists/list-page.tsx";
import { listPlace, listQuery } from "#/features/lists/list-search.ts";
import type { ListPlace } from "#/features/lists/list-search.ts";
import { OrganizationTable } from "#/features/organizations/organization-table.tsx";
import { Notice } from "#/ui/notice.tsx";
import { gameSettingsTexts } from "./game-words.ts";

/** The number of rows that needs no search. */
const fewOrganizations = 10;

/** The organizations that have a game. Page and search are in the address. */
export function GameOrganizations({ game, place }: { game: GameSettings; place: ListPlace }) {
  return (
    <>
      <h2>{m["games.organizationsTitle"]()}</h2>
      {game.organizationCount === 0 ? (
        <Notice quiet>{m["games.noOrganizations"]()}</Notice>
      ) : (
        <Organizations gameId={String(game.gameId)} place={place} />
      )}
    </>
  );
}

function Organizations({ gameId, place }: { gameId: string; place: ListPlace }) {
  return (
    <ListPage
      query={useListEndpoint(listGameOrganizations, [{ params: { gameId }, query: listQuery(place) }])}
      place={place}
      at={(search) => ({ to: "/games/$gameId", params: { gameId }, search: listPlace(search) })}
      search={{ label: m["organizations.key"](), button: m["organizations.searchButton"](), ifMoreThan: fewOrganizations }}
      failed={(failure) => m["organizations.listFailed"]({ reason: reasonText(failure, gameSettingsTexts) })}
      none={m["organizations.none"]()}
      pages={m["organizations.pages"]()}
    >
      {({ results }, isBusy) => <OrganizationTable caption={m["games.organizationsTitle"]()} organizations={results} isBusy={isBusy} />}
    </ListPage>
  );
}

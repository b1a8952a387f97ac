import { endpointUrl } from "@storyport/contract/endpoint";
import { limits } from "@storyport/contract/limits";
import { exportPlayers, searchPlayers } from "@storyport/contract/players";
import { m } from "@storyport/texts/messages";
import { reasonWithStatus } from "#/api/failure-text.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { ListPage } from "#/features/lists/list-page.tsx";
import type { ListSearch } from "#/features/lists/list-search.ts";
import { LinkButton } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { allPlayersOf } from "./player-lists.ts";
import { PlayerTable } from "./player-table.tsx";
import { playerTexts } from "./player-texts.ts";

/** Finds players by a part of the name or by id (specification, section 2). Without a search text it lists none. */
export function AllPlayers({ place }: { place: ListSearch }) {
  const { filter } = place;
  const input = allPlayersOf(place);
  return (
    <>
      <PageHeading>{m["players.searchTitle"]()}</PageHeading>
      <ListPage
        query={useListEndpoint(searchPlayers, input && [input])}
        place={place}
        at={(search) => ({ to: "/players", search })}
        pageSize={limits.search.pageSize}
        search={{ label: m["players.queryLabel"](), button: m["players.searchButton"](), required: true }}
        failed={(failure) => m["players.failed"]({ reason: reasonWithStatus(failure, playerTexts) })}
        notice={filter === "" && <Notice quiet>{m["players.searchIntro"]()}</Notice>}
        none={m["players.none"]()}
        pages={m["players.pages"]()}
        below={
          <LinkButton variant="secondary" size="small" href={endpointUrl(exportPlayers, { query: { query: filter } })} download>
            {m["area.exportCsv"]()}
          </LinkButton>
        }
      >
        {({ results }, isBusy) => <PlayerTable players={results} busy={isBusy} />}
      </ListPage>
    </>
  );
}

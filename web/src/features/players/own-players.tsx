import { listOwnPlayers } from "@storyport/contract/players";
import { m } from "@storyport/texts/messages";
import { reasonWithStatus } from "#/api/failure-text.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { ListPage } from "#/features/lists/list-page.tsx";
import type { ListSearch } from "#/features/lists/list-search.ts";
import { classesName } from "#/features/player-groups/class-names.ts";
import { useUser } from "#/shell/portal.ts";
import { DataTable } from "#/ui/data-table.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { GroupLinks } from "./group-links.tsx";
import { ownPlayersOf } from "./player-lists.ts";
import { PlayerLink } from "./player-table.tsx";
import { playerTexts } from "./player-texts.ts";

/** The players of the groups that the user may read, in pages. Without a search text it lists all. Archived groups do not count. */
export function OwnPlayers({ place }: { place: ListSearch }) {
  const user = useUser();
  return (
    <>
      <PageHeading intro={m["players.ownIntro"]()}>{m["players.searchTitle"]()}</PageHeading>
      <ListPage
        query={useListEndpoint(listOwnPlayers, [ownPlayersOf(place)])}
        place={place}
        at={(search) => ({ to: "/players", search })}
        search={{ label: m["players.queryLabel"](), button: m["players.searchButton"]() }}
        failed={(failure) => m["players.failed"]({ reason: reasonWithStatus(failure, playerTexts) })}
        none={m["players.none"]()}
        pages={m["players.pages"]()}
      >
        {({ results }, isBusy) => (
          <DataTable
            caption={m["players.listCaption"]()}
            captionHidden
            rows={results}
            rowKey={({ id }) => id}
            busy={isBusy}
            columns={[
              { key: "name", header: m["players.columnName"](), rowHeader: true, renderCell: (player) => <PlayerLink {...player} /> },
              { key: "groups", header: classesName(user), renderCell: ({ playerGroups }) => <GroupLinks groups={playerGroups} /> },
              {
                key: "analysis",
                header: m["players.analysis"](),
                renderCell: ({ excludedFromAnalysis }) => (excludedFromAnalysis ? m["players.excluded"]() : m["players.included"]()),
              },
            ]}
          />
        )}
      </ListPage>
    </>
  );
}

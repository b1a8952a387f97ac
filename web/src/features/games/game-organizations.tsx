import { listGameOrganizations } from "@storyport/contract/games";
import type { GameSettings } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { Link, useNavigate } from "@tanstack/react-router";
import { failureText } from "#/api/failure-text.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { foundIn, listQuery } from "#/features/admin-area/list-answer.ts";
import { ListCount } from "#/features/admin-area/list-count.tsx";
import { ListPages, useLastPage } from "#/features/admin-area/list-pages.tsx";
import { listPlace } from "#/features/admin-area/list-place.ts";
import type { ListPlace } from "#/features/admin-area/list-place.ts";
import { ListSearchForm } from "#/features/admin-area/list-search-form.tsx";
import type { ListSearch } from "#/features/admin-area/list-search.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { cellLinkClass, DataTable } from "#/ui/data-table.tsx";
import { Identifier } from "#/ui/identifier.tsx";
import { Notice } from "#/ui/notice.tsx";
import { gameSettingsTexts } from "./game-words.ts";

/** The number of rows that needs no search. */
const fewOrganizations = 10;

/** The organizations that have a game. Page and search are in the address. */
export function GameOrganizations({ game, place: { page = 1, filter = "" } }: { game: GameSettings; place: ListPlace }) {
  const { organizationCount } = game;
  const params = { gameId: String(game.gameId) };
  const navigate = useNavigate();
  const input = { params, query: listQuery({ page, filter }) };
  const { data, error, isPlaceholderData, isFetching, refetch } = useListEndpoint(
    listGameOrganizations,
    organizationCount === 0 ? undefined : [input],
  );
  const found = data && foundIn(data);
  const at = (search: ListSearch) => ({ to: "/games/$gameId" as const, params, search: listPlace(search) });
  useLastPage(
    page,
    isPlaceholderData ? undefined : found?.pages,
    (last) => void navigate({ ...at({ page: last, filter }), replace: true }),
  );
  return (
    <>
      <h2>{m["games.organizationsTitle"]()}</h2>
      {organizationCount === 0 && <Notice quiet>{m["games.noOrganizations"]()}</Notice>}
      {organizationCount > fewOrganizations && (
        <ListSearchForm
          label={m["organizations.key"]()}
          button={m["organizations.searchButton"]()}
          filter={filter}
          onSearch={(text) => void navigate(at({ page: 1, filter: text }))}
        />
      )}
      {error !== null && (
        <FailureNotice failure={error.failure} onRetry={() => void refetch()}>
          {m["organizations.listFailed"]({ reason: failureText(error.failure, gameSettingsTexts) })}
        </FailureNotice>
      )}
      {organizationCount > 0 && (
        <ListCount found={found} isWaiting={isFetching && (data === undefined || isPlaceholderData)} none={m["organizations.none"]()} />
      )}
      {data !== undefined && found !== undefined && found.count > 0 && (
        <>
          <DataTable
            caption={m["games.organizationsTitle"]()}
            captionHidden
            rows={data.results}
            busy={isPlaceholderData}
            rowKey={({ id }) => id}
            columns={[
              { key: "key", header: m["organizations.key"](), rowHeader: true, renderCell: (one) => <OrganizationLink {...one} /> },
              { key: "id", header: m["organizations.id"](), renderCell: ({ id }) => <Identifier id={id} /> },
            ]}
          />
          <ListPages
            label={m["organizations.pages"]()}
            page={page}
            count={found.pages}
            renderLink={(number, props) => <Link {...at({ page: number, filter })} {...props} />}
          />
        </>
      )}
    </>
  );
}

function OrganizationLink({ id, organization_key }: { id: string; organization_key: string }) {
  return (
    <Link to="/organizations/$organizationId" params={{ organizationId: id }} className={cellLinkClass}>
      <bdi>
        <Breakable text={organization_key} />
      </bdi>
    </Link>
  );
}

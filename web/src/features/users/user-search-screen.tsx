import { endpointUrl } from "@storyport/contract/endpoint";
import { limits } from "@storyport/contract/limits";
import { exportUsers, searchUsers } from "@storyport/contract/users";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { reasonText } from "#/api/failure-text.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { ListPage } from "#/features/lists/list-page.tsx";
import type { ListSearch } from "#/features/lists/list-search.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { LinkButton } from "#/ui/button.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { usersOf } from "./user-search.ts";
import { UserTable } from "./user-table.tsx";
import { userTexts } from "./user-words.ts";

/**
 * The page /users: searches accounts by a part of the e-mail address or by id (specification, section 2). The link below the list exports
 * the accounts that match, not only this page, at most 10,000.
 */
export function UserSearchScreen({ place }: { place: ListSearch }) {
  const create = (
    <Link to="/admin/create-account" className={buttonClass("secondary")}>
      {m["users.createLink"]()}
    </Link>
  );
  return (
    <>
      <PageHeading actions={create}>{m["users.searchTitle"]()}</PageHeading>
      <ListPage
        query={useListEndpoint(searchUsers, [usersOf(place)])}
        place={place}
        at={(search) => ({ to: "/users", search })}
        // The specification's search has smaller pages than other lists.
        pageSize={limits.search.pageSize}
        search={{ label: m["users.queryLabel"](), button: m["users.searchButton"]() }}
        failed={(failure) => m["area.errorWithMessage"]({ message: reasonText(failure, userTexts) })}
        none={m["users.none"]()}
        pages={m["users.pages"]()}
        below={
          <LinkButton variant="secondary" size="small" href={endpointUrl(exportUsers, { query: { query: place.filter } })} download>
            {m["area.exportCsv"]()}
          </LinkButton>
        }
      >
        {({ results }, isBusy) => <UserTable users={results} busy={isBusy} />}
      </ListPage>
    </>
  );
}

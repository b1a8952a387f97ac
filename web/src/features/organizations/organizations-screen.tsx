import { searchOrganizations } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { reasonText } from "#/api/failure-text.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { ListPage } from "#/features/lists/list-page.tsx";
import { listPlace, listQuery } from "#/features/lists/list-search.ts";
import type { ListPlace } from "#/features/lists/list-search.ts";
import { useUser } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import { OrganizationTable } from "./organization-table.tsx";
import { organizationTexts } from "./organization-words.ts";

/** The organizations that the user manages, found by a part of the key or by the id, fifty per page. */
export function OrganizationsScreen({ place }: { place: ListPlace }) {
  const { permissions } = useUser();
  return (
    <>
      <PageHeading actions={permissions.includes("admin") && <CreateLink />}>{m["organizations.title"]()}</PageHeading>
      <ListPage
        query={useListEndpoint(searchOrganizations, [{ query: listQuery(place) }])}
        place={place}
        at={(search) => ({ to: "/organizations", search: listPlace(search) })}
        search={{ label: m["organizations.queryLabel"](), button: m["organizations.searchButton"]() }}
        failed={(failure) => m["organizations.listFailed"]({ reason: reasonText(failure, organizationTexts) })}
        none={m["organizations.none"]()}
        pages={m["organizations.pages"]()}
      >
        {({ results }, isBusy) => <OrganizationTable caption={m["organizations.title"]()} organizations={results} isBusy={isBusy} />}
      </ListPage>
    </>
  );
}

function CreateLink() {
  return (
    <Link to="/organizations/create-organization" className={buttonClass("secondary")}>
      {m["area.createOrganization"]()}
    </Link>
  );
}

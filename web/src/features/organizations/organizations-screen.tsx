import { searchOrganizations } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { Link, useNavigate } from "@tanstack/react-router";
import { reasonText } from "#/api/failure-text.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { foundIn, listQuery } from "#/features/admin-area/list-answer.ts";
import { ListCount } from "#/features/admin-area/list-count.tsx";
import { ListPages, useLastPage } from "#/features/admin-area/list-pages.tsx";
import { listPlace } from "#/features/admin-area/list-place.ts";
import { ListSearchForm } from "#/features/admin-area/list-search-form.tsx";
import type { ListSearch } from "#/features/admin-area/list-search.ts";
import { useUser } from "#/shell/portal.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { cellLinkClass, DataTable } from "#/ui/data-table.tsx";
import { Identifier } from "#/ui/identifier.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { organizationTexts } from "./organization-words.ts";

/** The organizations that the user manages, found by a part of the key, fifty per page. Page and search are in the address. */
export function OrganizationsScreen({ page, filter }: ListSearch) {
  const navigate = useNavigate();
  const { permissions } = useUser();
  const { data, error, isPlaceholderData, isFetching, refetch } = useListEndpoint(searchOrganizations, [
    { query: listQuery({ page, filter }) },
  ]);
  const found = data && foundIn(data);
  const goTo = (search: ListSearch, replace = false) => void navigate({ to: "/organizations", search: listPlace(search), replace });
  useLastPage(page, isPlaceholderData ? undefined : found?.pages, (last) => goTo({ page: last, filter }, true));

  return (
    <>
      <PageHeading actions={permissions.includes("admin") && <CreateLink />}>{m["organizations.title"]()}</PageHeading>
      <ListSearchForm
        label={m["organizations.queryLabel"]()}
        button={m["organizations.searchButton"]()}
        filter={filter}
        onSearch={(text) => goTo({ page: 1, filter: text })}
      />
      {error !== null && (
        <FailureNotice failure={error.failure} onRetry={() => void refetch()}>
          {m["organizations.listFailed"]({ reason: reasonText(error.failure, organizationTexts) })}
        </FailureNotice>
      )}
      <ListCount found={found} isWaiting={isFetching && (data === undefined || isPlaceholderData)} none={m["organizations.none"]()} />
      {data !== undefined && found !== undefined && found.count > 0 && (
        <>
          <DataTable
            caption={m["organizations.title"]()}
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
            renderLink={(number, props) => <Link to="/organizations" search={listPlace({ page: number, filter })} {...props} />}
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

function CreateLink() {
  return (
    <Link to="/organizations/create-organization" className={buttonClass("secondary")}>
      {m["area.createOrganization"]()}
    </Link>
  );
}

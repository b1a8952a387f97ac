import { listOrganizations } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { Link, useNavigate, useRouteContext } from "@tanstack/react-router";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { ListCount } from "#/features/admin-area/list-count.tsx";
import { ListPages, useLastPage } from "#/features/admin-area/list-pages.tsx";
import { listPlace } from "#/features/admin-area/list-place.ts";
import { ListSearchForm } from "#/features/admin-area/list-search-form.tsx";
import type { ListSearch } from "#/features/admin-area/list-search.ts";
import { isFound, pageOf } from "#/features/admin-area/page-of.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { cellLinkClass, DataTable } from "#/ui/data-table.tsx";
import { Identifier } from "#/ui/identifier.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { organizationTexts } from "./organization-words.ts";

/** The organizations one manages, by a part of the key. */
export function OrganizationsScreen({ page, filter }: ListSearch) {
  const navigate = useNavigate();
  const { permissions } = useRouteContext({ from: "/_logged-in" }).user;
  const { data, error, refetch } = useEndpoint(listOrganizations);
  const matching = data?.filter(({ id, organization_key }) => isFound(filter, [organization_key, id]));
  const shown = matching === undefined ? undefined : pageOf(matching, page);
  const goTo = (search: ListSearch, replace = false) => void navigate({ to: "/organizations", search: listPlace(search), replace });
  useLastPage(page, shown?.pages, (last) => goTo({ page: last, filter }, true));

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
          {m["organizations.listFailed"]({ reason: failureText(error.failure, organizationTexts) })}
        </FailureNotice>
      )}
      <ListCount found={shown} isWaiting={data === undefined && error === null} none={m["organizations.none"]()} />
      {shown !== undefined && shown.count > 0 && (
        <>
          <DataTable
            caption={m["organizations.title"]()}
            captionHidden
            rows={shown.results}
            rowKey={({ id }) => id}
            columns={[
              { key: "key", header: m["organizations.key"](), rowHeader: true, renderCell: (one) => <OrganizationLink {...one} /> },
              { key: "id", header: m["organizations.id"](), renderCell: ({ id }) => <Identifier id={id} /> },
            ]}
          />
          <ListPages
            label={m["organizations.pages"]()}
            page={page}
            count={shown.pages}
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

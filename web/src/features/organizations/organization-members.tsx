import { listOrganizationMembers } from "@storyport/contract/organizations";
import type { OrganizationMember } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { Link, useNavigate } from "@tanstack/react-router";
import { failureText } from "#/api/failure-text.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { roleName } from "#/features/accounts/role-name.ts";
import { ExactDate } from "#/features/admin-area/exact-date.tsx";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { foundIn, listQuery } from "#/features/admin-area/list-answer.ts";
import { ListCount } from "#/features/admin-area/list-count.tsx";
import { ListPages, useLastPage } from "#/features/admin-area/list-pages.tsx";
import { listPlace } from "#/features/admin-area/list-place.ts";
import { ListSearchForm } from "#/features/admin-area/list-search-form.tsx";
import type { ListSearch } from "#/features/admin-area/list-search.ts";
import { StatusBadge } from "#/features/users/status-badge.tsx";
import { listed } from "#/shell/listed.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { cellLinkClass, DataTable } from "#/ui/data-table.tsx";
import { organizationTexts } from "./organization-words.ts";

type OrganizationMembersProps = ListSearch & { organizationId: string };

/** The members of an organization, fifty to a page; the page and the search stand in the address. */
export function OrganizationMembers({ organizationId, page, filter }: OrganizationMembersProps) {
  const navigate = useNavigate();
  const { data, error, isPlaceholderData, isFetching, refetch } = useListEndpoint(listOrganizationMembers, [
    {
      params: { organizationId },
      query: listQuery({ page, filter }),
    },
  ]);
  const place = (search: ListSearch) => ({ tab: "members" as const, ...listPlace(search) });
  const goTo = (search: ListSearch, replace = false) =>
    void navigate({ to: "/organizations/$organizationId", params: { organizationId }, search: place(search), replace });
  const found = data && foundIn(data);
  useLastPage(page, isPlaceholderData ? undefined : found?.pages, (last) => goTo({ page: last, filter }, true));

  return (
    <>
      <ListSearchForm
        label={m["organizations.memberQuery"]()}
        button={m["organizations.memberSearch"]()}
        filter={filter}
        onSearch={(text) => goTo({ page: 1, filter: text })}
      />
      {error !== null && (
        <FailureNotice failure={error.failure} onRetry={() => void refetch()}>
          {m["organizations.membersFailed"]({ reason: failureText(error.failure, organizationTexts) })}
        </FailureNotice>
      )}
      <ListCount
        found={found}
        isWaiting={isFetching && (data === undefined || isPlaceholderData)}
        none={filter === "" ? m["organizations.noMembers"]() : m["organizations.noMembersFound"]()}
      />
      {data !== undefined && found !== undefined && found.count > 0 && (
        <>
          <MemberRows members={data.results} busy={isPlaceholderData} />
          <ListPages
            label={m["organizations.memberPages"]()}
            page={page}
            count={found.pages}
            renderLink={(number, props) => (
              <Link to="/organizations/$organizationId" params={{ organizationId }} search={place({ page: number, filter })} {...props} />
            )}
          />
        </>
      )}
    </>
  );
}

function MemberRows({ members, busy }: { members: readonly OrganizationMember[]; busy: boolean }) {
  return (
    <DataTable
      caption={m["organizations.members"]()}
      captionHidden
      rows={members}
      rowKey={({ id }) => id}
      busy={busy}
      columns={[
        { key: "name", header: m["organizations.memberName"](), rowHeader: true, renderCell: (member) => <MemberLink member={member} /> },
        {
          key: "email",
          header: m["organizations.memberEmail"](),
          renderCell: ({ email }) => (email === null ? "-" : <Word text={email} />),
        },
        { key: "status", header: m["organizations.memberStatus"](), renderCell: ({ userStatus }) => <StatusBadge status={userStatus} /> },
        {
          key: "roles",
          header: m["organizations.memberRoles"](),
          renderCell: ({ roles }) => listed(roles.map((role) => roleName(role))) || "-",
        },
        { key: "joined", header: m["organizations.joined"](), compact: true, renderCell: ({ joinedAt }) => <ExactDate at={joinedAt} /> },
      ]}
    />
  );
}

function MemberLink({ member: { id, displayName, email } }: { member: OrganizationMember }) {
  return (
    <Link to="/users/$userId" params={{ userId: id }} className={cellLinkClass}>
      <Word text={displayName ?? email ?? id} />
    </Link>
  );
}

function Word({ text }: { text: string }) {
  return (
    <bdi>
      <Breakable text={text} />
    </bdi>
  );
}

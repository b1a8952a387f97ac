import { listOrganizationMembers } from "@storyport/contract/organizations";
import type { OrganizationDetails, OrganizationMember } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { foundIn, listQuery } from "#/features/admin-area/list-answer.ts";
import { ListCount } from "#/features/admin-area/list-count.tsx";
import { ListPages, useLastPage } from "#/features/admin-area/list-pages.tsx";
import { listPlace } from "#/features/admin-area/list-place.ts";
import { ListSearchForm } from "#/features/admin-area/list-search-form.tsx";
import type { ListSearch } from "#/features/admin-area/list-search.ts";
import { Notice } from "#/ui/notice.tsx";
import { MemberTable, memberName } from "./member-table.tsx";
import { organizationTexts } from "./organization-words.ts";
import { RemoveMemberDialog } from "./remove-member-dialog.tsx";

type OrganizationMembersProps = ListSearch & { organization: OrganizationDetails };

/** The members of an organization, fifty per page. Page and search are in the address. */
export function OrganizationMembers({ organization, page, filter }: OrganizationMembersProps) {
  const { id: organizationId } = organization;
  const navigate = useNavigate();
  const [asked, setAsked] = useState<OrganizationMember>();
  const [done, setDone] = useState<string>();
  const result = useRef<HTMLDivElement>(null);
  // The pressed button disappears with its row, so the focus moves to the result.
  useEffect(() => {
    if (done !== undefined) result.current?.focus();
  }, [done]);
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
          {m["organizations.membersFailed"]({ reason: reasonText(error.failure, organizationTexts) })}
        </FailureNotice>
      )}
      {done !== undefined && <Notice ref={result} tone="success" title={done} />}
      <ListCount
        found={found}
        isWaiting={isFetching && (data === undefined || isPlaceholderData)}
        none={filter === "" ? m["organizations.noMembers"]() : m["organizations.noMembersFound"]()}
      />
      {data !== undefined && found !== undefined && found.count > 0 && (
        <>
          <MemberTable
            members={data.results}
            busy={isPlaceholderData}
            onRemove={(member) => {
              setDone(undefined);
              setAsked(member);
            }}
          />
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
      {asked !== undefined && (
        <RemoveMemberDialog
          organization={organization}
          member={{ id: asked.id, name: memberName(asked), isLast: asked.isLast }}
          onDone={(sentence) => {
            setAsked(undefined);
            setDone(sentence);
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

import { limits } from "@storyport/contract/limits";
import { listGroupMembers } from "@storyport/contract/user-groups";
import type { UserGroupDetails } from "@storyport/contract/user-groups";
import { m } from "@storyport/texts/messages";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { ListCount } from "#/features/admin-area/list-count.tsx";
import { ListPages, useLastPage } from "#/features/admin-area/list-pages.tsx";
import { listPlace } from "#/features/admin-area/list-place.ts";
import { ListSearchForm } from "#/features/admin-area/list-search-form.tsx";
import type { ListSearch } from "#/features/admin-area/list-search.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { MemberDialog } from "./member-dialog.tsx";
import type { AskedOfMember } from "./member-dialog.tsx";
import { MemberTable } from "./member-table.tsx";
import { userGroupTexts } from "./user-group-words.ts";

type GroupMembersProps = ListSearch & { group: UserGroupDetails };

const { pageSize } = limits.list;

/** The members of a group, fifty per page. Page and search are in the address. */
export function GroupMembers({ group, page, filter }: GroupMembersProps) {
  const { id: userGroupId, mayManage } = group;
  const navigate = useNavigate();
  const [asked, setAsked] = useState<AskedOfMember>();
  const [done, setDone] = useState("");
  const list = useListEndpoint(listGroupMembers, [
    {
      params: { userGroupId },
      query: { offset: String((page - 1) * pageSize), query: filter },
    },
  ]);
  const { data, error, isPlaceholderData } = list;
  const pages = data === undefined || isPlaceholderData ? undefined : Math.ceil(data.page.entityCount / pageSize);
  const goTo = (search: ListSearch, replace = false) =>
    void navigate({ to: "/user-groups/$userGroupId", params: { userGroupId }, search: listPlace(search), replace });
  useLastPage(page, pages, (last) => goTo({ page: last, filter }, true));
  const found = data && { offset: data.page.entityOffset, count: data.results.length, total: data.page.entityCount };

  return (
    <>
      <h2>{m["userGroups.members"]()}</h2>
      <ListSearchForm
        label={m["userGroups.memberQuery"]()}
        button={m["userGroups.memberSearch"]()}
        filter={filter}
        onSearch={(text) => goTo({ page: 1, filter: text })}
      />
      {error !== null && (
        <FailureNotice failure={error.failure} onRetry={() => void list.refetch()}>
          {m["userGroups.membersFailed"]({ reason: reasonText(error.failure, userGroupTexts) })}
        </FailureNotice>
      )}
      <div>
        <p role="status">{done}</p>
        <ListCount
          found={found}
          isWaiting={list.isFetching && (data === undefined || isPlaceholderData)}
          none={filter === "" ? m["userGroups.noMembers"]() : m["userGroups.noMembersFound"]()}
        />
      </div>
      {found?.total === 0 && filter === "" && mayManage && group.groupType !== "ARCHIVED" && <AddLink userGroupId={userGroupId} />}
      {data !== undefined && data.results.length > 0 && (
        <>
          <MemberTable members={data.results} busy={isPlaceholderData} {...(mayManage && { onAsk: setAsked })} />
          <ListPages
            label={m["userGroups.memberPages"]()}
            page={page}
            count={Math.ceil(data.page.entityCount / pageSize)}
            renderLink={(number, props) => (
              <Link to="/user-groups/$userGroupId" params={{ userGroupId }} search={listPlace({ page: number, filter })} {...props} />
            )}
          />
        </>
      )}
      {asked !== undefined && (
        <MemberDialog
          group={group}
          asked={asked}
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

function AddLink({ userGroupId }: { userGroupId: string }) {
  return (
    <div>
      <Link to="/user-groups/$userGroupId" params={{ userGroupId }} search={{ tab: "add" }} className={buttonClass("secondary")}>
        {m["userGroups.tabAdd"]()}
      </Link>
    </div>
  );
}

import { listGroupMembers } from "@storyport/contract/user-groups";
import type { UserGroupDetails } from "@storyport/contract/user-groups";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { ListPage } from "#/features/lists/list-page.tsx";
import { listPlace, listQuery } from "#/features/lists/list-search.ts";
import type { ListPlace } from "#/features/lists/list-search.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { MemberDialog } from "./member-dialog.tsx";
import type { MemberAction } from "./member-dialog.tsx";
import { MemberTable } from "./member-table.tsx";
import { userGroupTexts } from "./user-group-words.ts";

/** The members of a group, fifty per page. Page and search are in the address. */
export function GroupMembers({ group, place }: { group: UserGroupDetails; place: ListPlace }) {
  const { id: userGroupId, mayManage, groupType } = group;
  const isSearch = place.filter !== undefined;
  const [chosen, setChosen] = useState<MemberAction>();
  const [done, setDone] = useState<string>();
  const choose = (wanted: MemberAction) => {
    setDone(undefined);
    setChosen(wanted);
  };
  return (
    <>
      <h2>{m["userGroups.members"]()}</h2>
      <ListPage
        query={useListEndpoint(listGroupMembers, [{ params: { userGroupId }, query: listQuery(place) }])}
        place={place}
        at={(search) => ({ to: "/user-groups/$userGroupId", params: { userGroupId }, search: listPlace(search) })}
        search={{ label: m["userGroups.memberQuery"](), button: m["userGroups.memberSearch"]() }}
        failed={(failure) => m["userGroups.membersFailed"]({ reason: reasonText(failure, userGroupTexts) })}
        done={done}
        none={isSearch ? m["userGroups.noMembersFound"]() : m["userGroups.noMembers"]()}
        whenNone={!isSearch && mayManage && groupType !== "ARCHIVED" && <AddLink userGroupId={userGroupId} />}
        pages={m["userGroups.memberPages"]()}
      >
        {({ results }, isBusy) => <MemberTable members={results} busy={isBusy} {...(mayManage && { onAsk: choose })} />}
      </ListPage>
      {chosen !== undefined && (
        <MemberDialog
          group={group}
          chosen={chosen}
          onDone={(sentence) => {
            setChosen(undefined);
            setDone(sentence);
          }}
          onCancel={() => setChosen(undefined)}
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

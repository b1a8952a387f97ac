import { listOrganizationMembers } from "@storyport/contract/organizations";
import type { OrganizationDetails, OrganizationMember } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { ListPage } from "#/features/lists/list-page.tsx";
import { listPlace, listQuery } from "#/features/lists/list-search.ts";
import type { ListPlace } from "#/features/lists/list-search.ts";
import { memberName } from "#/features/users/member-name.ts";
import { MemberTable } from "./member-table.tsx";
import { organizationTexts } from "./organization-words.ts";
import { RemoveMemberDialog } from "./remove-member-dialog.tsx";

interface OrganizationMembersProps {
  organization: OrganizationDetails;
  place: ListPlace;
}

/** The members of an organization, fifty per page. Page and search are in the address. */
export function OrganizationMembers({ organization, place }: OrganizationMembersProps) {
  const params = { organizationId: organization.id };
  const [chosen, setChosen] = useState<OrganizationMember>();
  const [done, setDone] = useState<string>();
  const choose = (member: OrganizationMember) => {
    setDone(undefined);
    setChosen(member);
  };

  return (
    <>
      <ListPage
        query={useListEndpoint(listOrganizationMembers, [{ params, query: listQuery(place) }])}
        place={place}
        at={(search) => ({ to: "/organizations/$organizationId", params, search: { tab: "members", ...listPlace(search) } })}
        search={{ label: m["organizations.memberQuery"](), button: m["organizations.memberSearch"]() }}
        failed={(failure) => m["organizations.membersFailed"]({ reason: reasonText(failure, organizationTexts) })}
        done={done}
        none={place.filter === undefined ? m["organizations.noMembers"]() : m["organizations.noMembersFound"]()}
        pages={m["organizations.memberPages"]()}
      >
        {({ results }, isBusy) => <MemberTable members={results} busy={isBusy} onRemove={choose} />}
      </ListPage>
      {chosen !== undefined && (
        <RemoveMemberDialog
          organization={organization}
          member={{ id: chosen.id, name: memberName(chosen), isLast: chosen.isLast }}
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

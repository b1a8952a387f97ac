import { limits } from "@storyport/contract/limits";
import { searchUserGroups } from "@storyport/contract/user-groups";
import { m } from "@storyport/texts/messages";
import type { ReactNode } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { ListPage } from "#/features/lists/list-page.tsx";
import { listQuery } from "#/features/lists/list-search.ts";
import type { ListPlace, ListSearch } from "#/features/lists/list-search.ts";
import type { ListAddress } from "#/features/lists/use-list-page.ts";
import { UserGroupTable } from "./user-group-table.tsx";
import { userGroupTexts } from "./user-group-words.ts";

interface UserGroupListProps {
  place: ListPlace;
  /** Set for one organization's groups: then there is a search only if they fill more than a page, or are searched. */
  organizationId?: string;
  showOrganization?: boolean;
  at: (search: ListSearch) => ListAddress;
  /** Shown below the text for an empty list. */
  whenNone?: ReactNode;
}

/** User groups by a part of their name, of an owner's name or of the organization's key, fifty per page. */
export function UserGroupList({ place, organizationId, showOrganization = false, at, whenNone }: UserGroupListProps) {
  const isOfOne = organizationId !== undefined;
  return (
    <ListPage
      query={useListEndpoint(searchUserGroups, [{ query: { ...listQuery(place), ...(isOfOne && { organizationId }) } }])}
      place={place}
      at={at}
      search={{
        label: m["userGroups.queryLabel"](),
        button: m["userGroups.searchButton"](),
        ...(isOfOne && { ifMoreThan: limits.list.pageSize }),
      }}
      failed={(failure) => m["userGroups.listFailed"]({ reason: reasonText(failure, userGroupTexts) })}
      none={m["userGroups.none"]()}
      whenNone={whenNone}
      pages={m["userGroups.pages"]()}
    >
      {({ results }, isBusy) => <UserGroupTable groups={results} showOrganization={showOrganization} isBusy={isBusy} />}
    </ListPage>
  );
}

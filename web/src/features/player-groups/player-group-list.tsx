import { limits } from "@storyport/contract/limits";
import { searchPlayerGroupRights } from "@storyport/contract/player-groups";
import { m } from "@storyport/texts/messages";
import type { InputOf } from "@storyport/contract/endpoint";
import { reasonText } from "#/api/failure-text.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { ListPage } from "#/features/lists/list-page.tsx";
import type { ListPlace, ListSearch } from "#/features/lists/list-search.ts";
import type { ListAddress } from "#/features/lists/use-list-page.ts";
import { useUser } from "#/shell/portal.ts";
import { classListWords } from "./class-names.ts";
import { groupTexts } from "./group-texts.ts";
import { PlayerGroupTable } from "./player-group-table.tsx";

interface PlayerGroupListProps {
  input: InputOf<typeof searchPlayerGroupRights>;
  place: ListPlace;
  at: (search: ListSearch) => ListAddress;
  /** The text for an empty list that was not searched. */
  none: string;
}

/** Player groups with the user's rights on them. There is a search only if they fill more than a page, or are searched. */
export function PlayerGroupList({ input, place, at, none }: PlayerGroupListProps) {
  const words = classListWords(useUser());
  return (
    <ListPage
      query={useListEndpoint(searchPlayerGroupRights, [input])}
      place={place}
      at={at}
      search={{
        label: m["playerGroups.queryLabel"](),
        button: words.search,
        ifMoreThan: limits.list.pageSize,
      }}
      failed={(failure) => m["playerGroups.listFailed"]({ reason: reasonText(failure, groupTexts) })}
      none={place.filter === undefined ? none : words.none}
      pages={words.pages}
    >
      {({ results }, isBusy) => <PlayerGroupTable groups={results} isBusy={isBusy} />}
    </ListPage>
  );
}

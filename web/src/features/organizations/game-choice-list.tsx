import { listGames } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { reasonText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { CheckboxList } from "#/ui/checkbox-list.tsx";
import { Pending } from "#/ui/spinner.tsx";

interface GameChoiceListProps {
  /** Numbers of games, as texts. */
  selected: readonly string[];
  onChange: (gameIds: string[]) => void;
}

/** The games of an organization, each "gameKey (gameId)" (specification, section 2). */
export function GameChoiceList({ selected, onChange }: GameChoiceListProps) {
  const { data, error, refetch } = useEndpoint(listGames);
  if (error !== null && data === undefined) {
    return (
      <FailureNotice failure={error.failure} onRetry={() => void refetch()}>
        {m["organizations.gamesFailed"]({ reason: reasonText(error.failure) })}
      </FailureNotice>
    );
  }
  if (data === undefined) return <Pending>{m["organizations.gamesLoading"]()}</Pending>;
  return (
    <CheckboxList
      label={m["organizations.games"]()}
      name="gameIds"
      options={data.map(({ gameId, gameKey, description }) => ({
        value: String(gameId),
        label: m["organizations.gameLabel"]({ gameKey, gameId }),
        hint: description,
      }))}
      selected={selected}
      onChange={onChange}
      empty={<p>{m["organizations.noGames"]()}</p>}
    />
  );
}

import { listGames } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { reasonText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { CheckboxList } from "#/ui/checkbox-list.tsx";
import { Pending } from "#/ui/spinner.tsx";

interface GameChoiceListProps {
  /** Numbers of games, as texts. */
  selected: readonly string[];
  /** The games that the organization already has, as texts. */
  had?: readonly string[];
  onChange: (gameIds: string[]) => void;
}

/** The games of an organization, each "gameKey (gameId)" (specification, section 2). */
export function GameChoiceList({ selected, had = [], onChange }: GameChoiceListProps) {
  const { data, error, refetch } = useEndpoint(listGames);
  if (error !== null && data === undefined) {
    return (
      <FailureNotice onRetry={() => void refetch()}>{m["organizations.gamesFailed"]({ reason: reasonText(error.failure) })}</FailureNotice>
    );
  }
  // An organization may keep a retired game, but no organization can get it.
  const offered = data?.filter(({ gameId, retiredAt }) => retiredAt === null || had.includes(String(gameId)));
  if (offered === undefined) return <Pending>{m["organizations.gamesLoading"]()}</Pending>;
  return (
    <CheckboxList
      label={m["organizations.games"]()}
      name="gameIds"
      options={offered.map(({ gameId, gameKey, description, retiredAt }) => ({
        value: String(gameId),
        label: m["organizations.gameLabel"]({ gameKey, gameId }),
        hint: retiredAt === null ? description : `${description} (${m["games.retiredBadge"]()})`,
      }))}
      selected={selected}
      onChange={onChange}
      empty={<p>{m["organizations.noGames"]()}</p>}
    />
  );
}

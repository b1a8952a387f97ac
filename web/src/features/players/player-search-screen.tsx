import type { ListSearch } from "#/features/lists/list-search.ts";
import { useUser } from "#/shell/portal.ts";
import { AllPlayers } from "./all-players.tsx";
import { OwnPlayers } from "./own-players.tsx";

/** Administrators search all players; other users see the players of their groups. */
export function PlayerSearchScreen({ place }: { place: ListSearch }) {
  const user = useUser();
  return user.permissions.includes("admin") ? <AllPlayers place={place} /> : <OwnPlayers place={place} />;
}

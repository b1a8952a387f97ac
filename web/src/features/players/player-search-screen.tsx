import type { ListSearch } from "#/features/admin-area/list-search.ts";
import { useUser } from "#/shell/portal.ts";
import { AllPlayers } from "./all-players.tsx";
import { OwnPlayers } from "./own-players.tsx";

/** Administrators search all players; other users see the players of their groups. */
export function PlayerSearchScreen(search: ListSearch) {
  const user = useUser();
  return user.permissions.includes("admin") ? <AllPlayers {...search} /> : <OwnPlayers {...search} />;
}

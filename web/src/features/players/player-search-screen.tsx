import { useRouteContext } from "@tanstack/react-router";
import type { ListSearch } from "#/features/admin-area/list-search.ts";
import { AllPlayers } from "./all-players.tsx";
import { OwnPlayers } from "./own-players.tsx";

/** Administrators search all players; everybody else sees those of their groups. */
export function PlayerSearchScreen(search: ListSearch) {
  const { user } = useRouteContext({ from: "/_logged-in" });
  return user.permissions.includes("admin") ? <AllPlayers {...search} /> : <OwnPlayers {...search} />;
}

import { ownManifest } from "@storyport/contract/games";
import { useRouteContext } from "@tanstack/react-router";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { isAdmin } from "#/features/games/offered-games.ts";

interface OwnOrganization {
  id: string;
  name: string;
}

/**
 * One's own organizations, in which one may create a group; nothing until they are known. An administrator may in all, and searches
 * among them.
 */
export function useOwnOrganizations(): readonly OwnOrganization[] | "all" {
  const all = isAdmin(useRouteContext({ from: "/_logged-in" }).user);
  const { data } = useListEndpoint(ownManifest, all ? undefined : []);
  return all ? "all" : (data?.map(({ id, key }) => ({ id, name: key })) ?? []);
}

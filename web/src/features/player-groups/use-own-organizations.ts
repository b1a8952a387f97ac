import { ownManifest } from "@storyport/contract/games";
import { listOrganizations } from "@storyport/contract/organizations";
import { useQuery } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import type { ApiError } from "#/api/api-error.ts";
import { isAdmin } from "#/features/games/offered-games.ts";

export interface OwnOrganization {
  id: string;
  name: string;
}

/** Where one may create a group: in one's own organizations, an administrator in all. Empty until they are known. */
export function useOwnOrganizations(): readonly OwnOrganization[] {
  const { call } = useRouteContext({ from: "__root__" });
  const { user } = useRouteContext({ from: "/_logged-in" });
  const all = isAdmin(user);
  const { data } = useQuery<OwnOrganization[], ApiError>({
    queryKey: ["own organizations", all],
    queryFn: async () => {
      if (all) return (await call(listOrganizations)).map(({ id, organization_key }) => ({ id, name: organization_key }));
      return (await call(ownManifest)).map(({ id, key }) => ({ id, name: key }));
    },
  });
  return data ?? [];
}

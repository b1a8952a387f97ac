import { ownManifest } from "@storyport/contract/games";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { isAdmin } from "#/features/games/offered-games.ts";
import { useUser } from "#/shell/portal.ts";

interface OwnOrganization {
  id: string;
  name: string;
}

/**
 * The user's organizations, to choose from for new groups. An administrator may use all, and gets `OrganizationPicker` instead of a list. The
 * list may have organizations in which the user may not create a group. The server then refuses.
 */
export type OwnOrganizations = readonly OwnOrganization[] | "all";

interface OwnOrganizationsAnswer {
  /** Undefined until loaded. */
  known: OwnOrganizations | undefined;
  /** Resolves when the organizations are loaded; rejects with an ApiError. */
  wait: () => Promise<OwnOrganizations>;
}

export function useOwnOrganizations(): OwnOrganizationsAnswer {
  const all = isAdmin(useUser());
  const { data, refetch } = useListEndpoint(ownManifest, all ? undefined : []);
  const known = all ? "all" : data?.map(named);
  return {
    known,
    wait: async () => {
      if (known !== undefined) return known;
      // `cancelRefetch: false` waits for the request that is under way.
      const answer = await refetch({ cancelRefetch: false, throwOnError: true });
      return (answer.data ?? []).map(named);
    },
  };
}

function named({ id, key }: { id: string; key: string }): OwnOrganization {
  return { id, name: key };
}

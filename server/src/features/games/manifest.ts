/** Which organizations and games a caller may see (DESIGN A9). Foreign organizations answer as absent. */
import type { ManifestOrganization } from "@storyport/contract/games";
import type { AppContext } from "#/context.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { listManifestOrganizations, listPublicGames } from "./queries.ts";
import type { ManifestFilter } from "./queries.ts";

/** The platform itself is no organization; a client that keys by id gets one that no row has. */
const platformId = "00000000-0000-0000-0000-000000000000";

/** More than a picker can show; administrators of larger platforms search instead. */
const most = 500;

/** Never a list of schools: one entry, the platform's, with its public games. Their addresses are the games' own business. */
export async function publicManifest({ database, settings }: AppContext): Promise<ManifestOrganization[]> {
  const games = await listPublicGames(database);
  const { productName } = settings.brand;
  return [
    {
      id: platformId,
      key: productName,
      description: productName,
      games: games.map(({ callbackUrls: _, launchUrl: __, ...game }) => game),
    },
  ];
}

/** One's own organizations, or the one that the session is set to; an administrator's are all. */
export async function ownManifest({ database }: AppContext, session: Session): Promise<ManifestOrganization[]> {
  return listManifestOrganizations(database, { ...filterOf(session), most });
}

/** One organization of that list. Refuses an organization outside it with errors.notFound, whether it exists or not. */
export async function organizationManifest(
  { database }: AppContext,
  session: Session,
  { orgId }: { orgId: string },
): Promise<ManifestOrganization[]> {
  const filter = filterOf(session);
  const isOther = filter.organizationId !== undefined && filter.organizationId !== orgId;
  const found = isOther ? [] : await listManifestOrganizations(database, { ...filter, organizationId: orgId, most: 1 });
  if (found.length === 0) throw new Refusal("errors.notFound");
  return found;
}

function filterOf({ accountId, organizationId, permissions }: Session): Omit<ManifestFilter, "most"> {
  return permissions.includes("admin") ? {} : { memberId: accountId, organizationId };
}

/** Which organizations and games a caller may see (DESIGN A9). Other organizations are refused as not found. */
import type { ManifestOrganization } from "@storyport/contract/games";
import type { AppContext } from "#/context.ts";
import { isAdministrator } from "#/features/rights/reach.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { listManifestOrganizations, listPublicGames } from "./queries.ts";
import type { ManifestFilter } from "./queries.ts";

/** The platform is no organization. Clients key entries by id, so it gets an id that no row has. */
const platformId = "00000000-0000-0000-0000-000000000000";

/** More than a picker can show. Administrators of larger platforms search instead. */
const most = 500;

/** Lists no schools: the one entry is the platform with its public games. The games' addresses stay private. */
export async function publicManifest({ database, settings }: AppContext): Promise<ManifestOrganization[]> {
  const games = await listPublicGames(database);
  const { productName } = settings.brand;
  return [
    {
      id: platformId,
      key: productName,
      description: productName,
      games: games.map(({ callbackUrls: _, launchUrl: __, dashboardUrl: ___, ...game }) => game),
    },
  ];
}

/** Returns the caller's organizations, or the organization that the session is bound to. Administrators get all. No caller gets over 500. */
export async function ownManifest({ database }: AppContext, session: Session): Promise<ManifestOrganization[]> {
  return listManifestOrganizations(database, { ...filterOf(session), most });
}

/** Returns one organization that `ownManifest` may list. Refuses any other with errors.notFound, whether or not it exists. */
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

function filterOf(session: Session): Omit<ManifestFilter, "most"> {
  return isAdministrator(session) ? {} : { memberId: session.accountId, organizationId: session.organizationId };
}

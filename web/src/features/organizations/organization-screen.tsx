import type { SessionUser } from "@storyport/contract/login";
import { getOrganization } from "@storyport/contract/organizations";
import type { OrganizationDetails } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { isAbsent, MissingPage } from "#/shell/missing-page.tsx";
import { PageTabs } from "#/shell/page-tabs.tsx";
import type { PageTab } from "#/shell/page-tabs.tsx";
import { isAdmin } from "#/features/games/offered-games.ts";
import { HistoryOf } from "#/features/history/history-of.tsx";
import { useUser } from "#/shell/portal.ts";
import { namedTitle, usePageTitle } from "#/shell/use-page-title.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import { listPlace } from "#/features/lists/list-search.ts";
import type { ListPlace } from "#/features/lists/list-search.ts";
import { classesName, classListWords } from "#/features/player-groups/class-names.ts";
import { PlayerGroupList } from "#/features/player-groups/player-group-list.tsx";
import { EditOrganization } from "./edit-organization.tsx";
import { NameSharing } from "./name-sharing.tsx";
import { OrganizationGroups } from "./organization-groups.tsx";
import { OrganizationMembers } from "./organization-members.tsx";
import { OrganizationOverview } from "./organization-overview.tsx";
import type { OrganizationPlace, OrganizationTab } from "./organization-place.ts";
import { organizationTexts } from "./organization-words.ts";
import { PasskeyDemand } from "./passkey-demand.tsx";
import { playerGroupsOf } from "./organization-place.ts";

interface OrganizationScreenProps {
  organizationId: string;
  place: OrganizationPlace;
}

/** One organization. Only administrators have its edit tab. A link to a tab that the user does not have shows the overview. */
export function OrganizationScreen({ organizationId, place: { tab: asked, ...place } }: OrganizationScreenProps) {
  const user = useUser();
  const tab = asked === "edit" && !isAdmin(user) ? undefined : asked;
  const { data, error, refetch } = useEndpoint(getOrganization, { params: { organizationId } });
  usePageTitle(namedTitle(data?.key, m["organizations.organizationTitle"]()));
  if (data === undefined) {
    return (
      <MissingPage
        heading={m["organizations.organizationTitle"]()}
        error={error}
        text={(one) => (isAbsent(one) ? m["organizations.notFound"]() : failureText(one.failure, organizationTexts))}
        onRetry={() => void refetch()}
      >
        <BackToOrganizations />
      </MissingPage>
    );
  }
  return (
    <>
      <PageHeading intro={<WhichOrganization organization={data} />}>{m["organizations.organizationTitle"]()}</PageHeading>
      <PageTabs label={m["area.sections"]()} tabs={tabsFor(user)} />
      {tab === undefined && <OrganizationOverview organization={data} />}
      {tab === "members" && <OrganizationMembers organization={data} place={place} />}
      {tab === "groups" && <OrganizationGroups organizationId={organizationId} place={place} />}
      {tab === "player-groups" && <OrganizationPlayerGroups organizationId={organizationId} place={place} />}
      {tab === "edit" && <EditOrganization organization={data} />}
      {tab === "tools" && <NameSharing organizationId={organizationId} />}
      {tab === "history" && <HistoryOf about={organizationId} />}
      {tab === undefined && <PasskeyDemand organization={data} />}
      {tab === undefined && (
        <Link to="/rosters/$organizationId" params={{ organizationId }} className={buttonClass("secondary")}>
          {m["rosters.title"]()}
        </Link>
      )}
      <BackToOrganizations />
    </>
  );
}

function WhichOrganization({ organization: { key } }: { organization: OrganizationDetails }) {
  return (
    <bdi>
      <Breakable text={key} />
    </bdi>
  );
}

function tabsFor(user: SessionUser): PageTab<OrganizationTab>[] {
  return [
    { name: m["organizations.tabOverview"]() },
    { tab: "members", name: m["organizations.tabMembers"]() },
    { tab: "groups", name: m["organizations.tabGroups"]() },
    { tab: "player-groups", name: classesName(user) },
    { tab: "tools", name: m["nameSharing.title"]() },
    ...(isAdmin(user) ? [{ tab: "edit" as const, name: m["organizations.tabEdit"]() }] : []),
    { tab: "history", name: m["organizations.tabHistory"]() },
  ];
}

function BackToOrganizations() {
  return (
    <Link to="/organizations" className={buttonClass("quiet")}>
      {m["organizations.back"]()}
    </Link>
  );
}

/** The player groups of one organization, archived groups too. */
function OrganizationPlayerGroups({ organizationId, place }: { organizationId: string; place: ListPlace }) {
  return (
    <PlayerGroupList
      input={playerGroupsOf(organizationId, place)}
      place={place}
      at={(search) => ({
        to: "/organizations/$organizationId",
        params: { organizationId },
        search: { tab: "player-groups", ...listPlace(search) },
      })}
      none={classListWords(useUser()).none}
    />
  );
}

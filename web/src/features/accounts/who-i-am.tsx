import { ownManifest } from "@storyport/contract/games";
import type { SessionUser } from "@storyport/contract/login";
import { getUser } from "@storyport/contract/users";
import { m } from "@storyport/texts/messages";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { isAdmin } from "#/features/games/offered-games.ts";
import { listed } from "#/shell/listed.ts";
import { LoadedPart } from "#/shell/loaded-part.tsx";
import { Breakable } from "#/ui/breakable.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { DescriptionList } from "#/ui/description-list.tsx";
import { TitledSection } from "#/ui/titled-section.tsx";
import { roleName } from "./role-words.ts";

/** Shows name, address, roles and organizations in words. A session by badge shows no organizations. */
export function WhoIAm({ user }: { user: SessionUser }) {
  const isChild = user.loginType === "QRCODE";
  return (
    <TitledSection title={m["profile.whoTitle"]()} intro={m["profile.whoIntro"]()}>
      <DescriptionList
        items={[
          { term: m["profile.displayName"](), detail: user.displayName ?? m["profile.noDisplayName"]() },
          ...(user.email === undefined ? [] : [{ term: m["profile.email"](), detail: <Breakable text={user.email} /> }]),
          { term: m["profile.roles"](), detail: listed(user.roles.map((role) => roleName(role))) || m["profile.noRoles"]() },
          ...(isChild ? [] : [{ term: m["profile.organizations"](), detail: <Organizations user={user} /> }]),
        ]}
      />
      {user.permissions.includes("set_display_name") && (
        <a href="/set-display-name" className={buttonClass("secondary")}>
          {m["profile.setDisplayName"]()}
        </a>
      )}
    </TitledSection>
  );
}

function Organizations({ user }: { user: SessionUser }) {
  return isAdmin(user) ? <OrganizationsOfAccount accountId={user.accountId} /> : <OrganizationsOfManifest />;
}

function OrganizationsOfManifest() {
  const query = useEndpoint(ownManifest);
  return (
    <LoadedPart query={query} failed={m["profile.organizationsFailed"]()}>
      {(organizations) => listedOrNone(organizations.map(({ key, description }) => description || key))}
    </LoadedPart>
  );
}

/** An administrator's manifest has organizations of the whole platform, up to 500. It does not say which are the administrator's own. */
function OrganizationsOfAccount({ accountId }: { accountId: string }) {
  const query = useEndpoint(getUser, { params: { userId: accountId } });
  return (
    <LoadedPart query={query} failed={m["profile.organizationsFailed"]()}>
      {({ organizations }) => listedOrNone(organizations.map(({ organization_key: key }) => key))}
    </LoadedPart>
  );
}

function listedOrNone(names: readonly string[]): string {
  return listed(names) || m["profile.noOrganization"]();
}

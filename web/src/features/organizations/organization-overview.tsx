import type { OrganizationDetails } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { permissionName } from "#/features/accounts/role-words.ts";
import { ExactDate } from "#/shell/exact-date.tsx";
import { classesName } from "#/features/player-groups/class-names.ts";
import { loginTypeName } from "#/features/users/user-words.ts";
import { listed } from "#/shell/listed.ts";
import { useUser } from "#/shell/portal.ts";
import { Badge } from "#/ui/badge.tsx";
import { Card } from "#/ui/card.tsx";
import { cellLinkClass, DataTable } from "#/ui/data-table.tsx";
import { DescriptionList } from "#/ui/description-list.tsx";
import { Identifier } from "#/ui/identifier.tsx";
import { Notice } from "#/ui/notice.tsx";
import styles from "./organizations.module.css";

/** The facts of an organization, and a table of its games with their callbacks. */
export function OrganizationOverview({ organization }: { organization: OrganizationDetails }) {
  return (
    <>
      <OrganizationFacts organization={organization} />
      {organization.games.length === 0 ? (
        <Notice quiet>{m["organizations.hasNoGames"]()}</Notice>
      ) : (
        <DataTable
          caption={m["organizations.games"]()}
          rows={organization.games}
          rowKey={({ gameId }) => gameId}
          columns={[
            { key: "game", header: m["organizations.game"](), rowHeader: true, renderCell: (game) => <GameName game={game} /> },
            {
              key: "description",
              header: m["organizations.description"](),
              renderCell: ({ description, isRetired }) => (
                <>
                  <bdi>{description}</bdi> {isRetired && <Badge>{m["games.retiredBadge"]()}</Badge>}
                </>
              ),
            },
            {
              key: "login",
              header: m["organizations.loginTypes"](),
              renderCell: ({ loginTypes }) => listed(loginTypes.map(loginTypeName)) || "-",
            },
            {
              key: "permissions",
              header: m["organizations.permissions"](),
              renderCell: ({ requiredPermissions }) => listed(requiredPermissions.map(permissionName)) || "-",
            },
            { key: "callbacks", header: m["organizations.callbacks"](), renderCell: ({ callbackUrls }) => <Addresses of={callbackUrls} /> },
          ]}
        />
      )}
    </>
  );
}

/** The description, the counts and the keys of the games of an organization. */
export function OrganizationFacts({ organization }: { organization: OrganizationDetails }) {
  return (
    <Card>
      <DescriptionList
        items={[
          { term: m["organizations.description"](), detail: <bdi>{organization.description}</bdi> },
          { term: m["organizations.members"](), detail: organization.memberCount },
          { term: m["organizations.userGroups"](), detail: organization.userGroupCount },
          { term: classesName(useUser()), detail: organization.playerGroupCount },
          { term: m["organizations.players"](), detail: organization.playerCount },
          { term: m["organizations.games"](), detail: listed(organization.games.map(({ gameKey }) => gameKey)) || "-" },
          { term: m["organizations.created"](), detail: <ExactDate at={organization.createdAt} /> },
          { term: m["organizations.id"](), detail: <Identifier id={organization.id} /> },
        ]}
      />
    </Card>
  );
}

function GameName({ game: { gameId, gameKey } }: { game: OrganizationDetails["games"][number] }) {
  const isAdmin = useUser().permissions.includes("admin");
  const name = m["organizations.gameLabel"]({ gameKey, gameId });
  if (!isAdmin) return name;
  return (
    <Link to="/games/$gameId" params={{ gameId: String(gameId) }} className={cellLinkClass}>
      {name}
    </Link>
  );
}

function Addresses({ of }: { of: readonly string[] }) {
  if (of.length === 0) return m["organizations.noCallbacks"]();
  return (
    <ul className={styles["list"]}>
      {of.map((url) => (
        <li key={url} className={styles["address"]}>
          {url}
        </li>
      ))}
    </ul>
  );
}

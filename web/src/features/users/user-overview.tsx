import type { EmailProposal } from "@storyport/contract/email-changes";
import type { UserDetails } from "@storyport/contract/user-details";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { permissionName } from "#/features/accounts/role-words.ts";
import { ExactDate, exactDate } from "#/shell/exact-date.tsx";
import { rightsText } from "#/features/player-groups/rights-text.ts";
import { languageNames } from "#/shell/language.ts";
import { listed } from "#/shell/listed.ts";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { cellLinkClass } from "#/ui/data-table.tsx";
import { DescriptionList } from "#/ui/description-list.tsx";
import type { Description } from "#/ui/description-list.tsx";
import { Identifier } from "#/ui/identifier.tsx";
import { SideBySide } from "#/ui/side-by-side.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import { StatusBadge } from "./status-badge.tsx";
import { rolesIn } from "./roles-in.ts";
import { loginTypeName } from "./user-words.ts";
import styles from "./users.module.css";

type Organization = UserDetails["organizations"][number];

interface UserOverviewProps {
  user: UserDetails;
  onRemove: (organization: Organization) => void;
}

/** An account's facts and memberships, as far as the user may see them. Memberships can be ended if the user may. */
export function UserOverview({ user, onRemove }: UserOverviewProps) {
  return (
    <SideBySide>
      <Card>
        <DescriptionList items={whoItIs(user)} />
      </Card>
      <Card>
        <DescriptionList items={whatItHolds(user, onRemove)} />
      </Card>
    </SideBySide>
  );
}

function whoItIs(user: UserDetails): Description[] {
  const { email, emailProposal, displayName, identities, loginTypes } = user;
  return [
    { term: m["users.status"](), detail: <StatusBadge status={user.status} /> },
    { term: m["users.email"](), detail: email === null ? "-" : <bdi>{email}</bdi> },
    ...(emailProposal === null ? [] : [{ term: m["users.proposedEmail"](), detail: proposalWords(emailProposal) }]),
    { term: m["users.name"](), detail: displayName === null ? "-" : <bdi>{displayName}</bdi> },
    { term: m["users.locale"](), detail: languageNames[user.defaultLocale] },
    { term: m["users.id"](), detail: <Identifier id={user.id} /> },
    { term: m["users.created"](), detail: <ExactDate at={user.createdAt} /> },
    { term: m["users.activated"](), detail: <ExactDate at={user.activatedAt} /> },
    { term: m["users.deactivated"](), detail: <ExactDate at={user.deactivatedAt} /> },
    { term: m["users.updated"](), detail: <ExactDate at={user.updated_at} /> },
    { term: m["users.loginTypes"](), detail: listed(loginTypes.map(loginTypeName)) || "-" },
    // The list is empty for users who may not see identities.
    ...(identities.length === 0 ? [] : [{ term: m["users.identities"](), detail: <Lines lines={identities.map(identityLine)} /> }]),
    { term: m["users.password"](), detail: passwordWords(user) },
    {
      term: m["loginChecks.title"](),
      detail: (
        <Link to="/login-checks/$userId" params={{ userId: user.id }} className={cellLinkClass}>
          {m["loginChecks.link"]()}
        </Link>
      ),
    },
    // `may.delete` shows an administrator, who may export each account. It is false for a deleted account and for the administrator's own.
    ...(user.may.delete
      ? [
          {
            term: m["personalData.title"](),
            detail: (
              <Link to="/personal-data/$userId" params={{ userId: user.id }} className={cellLinkClass}>
                {m["personalData.menu"]()}
              </Link>
            ),
          },
        ]
      : []),
    { term: m["users.passkeys"](), detail: String(user.passkeys) },
    { term: m["users.secondFactor"](), detail: user.hasSecondFactor ? m["users.secondFactorOn"]() : m["users.secondFactorOff"]() },
  ];
}

function proposalWords({ email, expiresAt }: EmailProposal): string {
  return m["users.proposedUntil"]({ email, until: exactDate(new Date(expiresAt)) });
}

function whatItHolds(user: UserDetails, onRemove: UserOverviewProps["onRemove"]): Description[] {
  const ofPlatform = rolesIn(user, undefined);
  const organizations = user.organizations.map((organization) => ({
    id: organization.id,
    term: organization.organization_key,
    detail: <Membership user={user} organization={organization} onRemove={onRemove} />,
  }));
  return [
    ...(ofPlatform.length > 0 ? [{ term: m["users.platform"](), detail: <Lines lines={ofPlatform} /> }] : []),
    ...(organizations.length > 0 ? organizations : [{ term: m["users.organizations"](), detail: m["users.noOrganizations"]() }]),
    { term: m["users.permissions"](), detail: listed(user.permissions.toSorted().map(permissionName)) || "-" },
    { term: m["users.userGroups"](), detail: <GroupLinks user={user} /> },
    { term: m["users.players"](), detail: <PlayerLinks user={user} /> },
  ];
}

function Membership({ user, organization, onRemove }: UserOverviewProps & { organization: Organization }) {
  return (
    <>
      <Lines lines={rolesIn(user, organization.id)} />
      {organization.mayRemove && (
        <Button variant="quiet" size="small" onClick={() => onRemove(organization)}>
          {m["organizations.removeMember"]()}
          <VisuallyHidden> {organization.organization_key}</VisuallyHidden>
        </Button>
      )}
    </>
  );
}

function GroupLinks({ user: { userGroups } }: { user: UserDetails }) {
  if (userGroups.length === 0) return m["users.noGroups"]();
  return (
    <ul className={styles["list"]}>
      {userGroups.map(({ id, groupName, rightsType }) => (
        <li key={id}>
          <Link to="/user-groups/$userGroupId" params={{ userGroupId: id }} className={cellLinkClass}>
            <bdi>{groupName}</bdi>
          </Link>{" "}
          <span className={styles["remark"]}>{rightsText(rightsType)}</span>
        </li>
      ))}
    </ul>
  );
}

function PlayerLinks({ user: { players } }: { user: UserDetails }) {
  if (players.length === 0) return m["users.noPlayers"]();
  return (
    <ul className={styles["list"]}>
      {players.map(({ id, playerName }) => (
        <li key={id}>
          <Link to="/players/$playerId" params={{ playerId: id }} className={cellLinkClass}>
            <bdi>{playerName}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return m["users.noneOf"]();
  return (
    <ul className={styles["list"]}>
      {lines.map((line, index) => (
        <li key={`${index}${line}`}>{line}</li>
      ))}
    </ul>
  );
}

function identityLine({ provider, connectedAt, lastUsedAt }: UserDetails["identities"][number]): string {
  const parts = { provider: loginTypeName(provider), connected: exactDate(new Date(connectedAt)) };
  if (lastUsedAt === null) return m["users.identityUnused"](parts);
  return m["users.identityUsed"]({ ...parts, used: exactDate(new Date(lastUsedAt)) });
}

function passwordWords({ hasPassword, passwordExpired }: UserDetails): string {
  if (!hasPassword) return m["users.passwordNone"]();
  return passwordExpired ? m["users.passwordExpired"]() : m["users.passwordSet"]();
}

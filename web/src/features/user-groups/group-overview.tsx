import type { UserGroupDetails } from "@storyport/contract/user-groups";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { permissionName, roleName } from "#/features/accounts/role-words.ts";
import { ExactDate } from "#/shell/exact-date.tsx";
import { rightsText } from "#/features/player-groups/rights-text.ts";
import { listed } from "#/shell/listed.ts";
import { Card } from "#/ui/card.tsx";
import { cellLinkClass } from "#/ui/data-table.tsx";
import { DescriptionList } from "#/ui/description-list.tsx";
import { Managers } from "./user-group-table.tsx";
import styles from "./user-groups.module.css";

/** The group's organization, its managers, and what its members get. */
export function GroupOverview({ group }: { group: UserGroupDetails }) {
  const { membersInfo, roles, permissions } = group;
  return (
    <Card>
      <DescriptionList
        items={[
          { term: m["userGroups.organization"](), detail: <OrganizationLink group={group} /> },
          { term: m["userGroups.members"](), detail: membersInfo.memberCount },
          { term: m["userGroups.managers"](), detail: <Managers names={membersInfo.groupManagers} /> },
          { term: m["userGroups.roles"](), detail: listed(roles.map((role) => roleName(role))) || "-" },
          { term: m["userGroups.permissions"](), detail: listed(permissions.toSorted().map(permissionName)) || "-" },
          { term: m["userGroups.rights"](), detail: <Rights rights={group.playerGroupRights} /> },
          { term: m["userGroups.created"](), detail: <Creation group={group} /> },
        ]}
      />
    </Card>
  );
}

function OrganizationLink({ group: { organization, mayManage } }: { group: UserGroupDetails }) {
  if (!mayManage) return organization.organization_key;
  return (
    <Link to="/organizations/$organizationId" params={{ organizationId: organization.id }} className={cellLinkClass}>
      {organization.organization_key}
    </Link>
  );
}

/** Links every class, because this page does not know which classes the user may open. Their pages show the server's refusal. */
function Rights({ rights }: { rights: UserGroupDetails["playerGroupRights"] }) {
  if (rights.length === 0) return "-";
  return (
    <ul className={styles["list"]}>
      {rights.map(({ playerGroupId, groupName, rightsType }) => (
        <li key={playerGroupId}>
          <Link to="/player-groups/$playerGroupId" params={{ playerGroupId }} className={cellLinkClass}>
            <bdi>{groupName}</bdi>
          </Link>{" "}
          <span className={styles["remark"]}>{rightsText(rightsType)}</span>
        </li>
      ))}
    </ul>
  );
}

function Creation({ group: { created, createdBy } }: { group: UserGroupDetails }) {
  if (createdBy === null) return <ExactDate at={created} />;
  return (
    <>
      <ExactDate at={created} /> <bdi className={styles["remark"]}>{createdBy}</bdi>
    </>
  );
}

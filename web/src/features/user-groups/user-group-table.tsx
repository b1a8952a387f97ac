import type { ListedUserGroup } from "@storyport/contract/user-groups";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { ExactDate } from "#/shell/exact-date.tsx";
import { Badge } from "#/ui/badge.tsx";
import { Breakable } from "#/ui/breakable.tsx";
import { cellLinkClass, DataTable } from "#/ui/data-table.tsx";
import type { Column } from "#/ui/data-table.tsx";
import { groupTypeName } from "./user-group-words.ts";

export function UserGroupTable({ groups, showOrganization, isBusy }: UserGroupTableProps) {
  const columns: Column<ListedUserGroup>[] = [
    { key: "name", header: m["userGroups.name"](), rowHeader: true, renderCell: (group) => <GroupLink group={group} /> },
    ...(showOrganization
      ? [
          {
            key: "organization",
            header: m["userGroups.organization"](),
            renderCell: (group: ListedUserGroup) => <OrganizationKey group={group} />,
          },
        ]
      : []),
    {
      key: "type",
      header: m["userGroups.type"](),
      renderCell: ({ groupType }) =>
        groupType === "REGULAR" ? groupTypeName(groupType) : <Badge tone="accent">{groupTypeName(groupType)}</Badge>,
    },
    { key: "members", header: m["userGroups.members"](), compact: true, renderCell: ({ membersInfo }) => membersInfo.memberCount },
    {
      key: "managers",
      header: m["userGroups.managers"](),
      renderCell: ({ membersInfo }) => <Managers names={membersInfo.groupManagers} most={3} />,
    },
    { key: "created", header: m["userGroups.created"](), compact: true, renderCell: ({ created }) => <ExactDate at={created} /> },
  ];
  return (
    <DataTable caption={m["userGroups.title"]()} captionHidden columns={columns} rows={groups} rowKey={({ id }) => id} busy={isBusy} />
  );
}

interface UserGroupTableProps {
  groups: readonly ListedUserGroup[];
  showOrganization: boolean;
  /** The rows still belong to another page. */
  isBusy: boolean;
}

function OrganizationKey({ group: { organizationKey } }: { group: ListedUserGroup }) {
  return (
    <bdi>
      <Breakable text={organizationKey} />
    </bdi>
  );
}

function GroupLink({ group }: { group: ListedUserGroup }) {
  return (
    <Link to="/user-groups/$userGroupId" params={{ userGroupId: group.id }} className={cellLinkClass}>
      <bdi>
        <Breakable text={group.groupName} />
      </bdi>
    </Link>
  );
}

interface ManagersProps {
  /** The group's owners. The specification calls them managers. */
  names: readonly string[];
  /** Shows at most this many names; "and others" stands for the rest. */
  most?: number;
}

/** Names may contain anything, so each is isolated from the next. */
export function Managers({ names, most = names.length }: ManagersProps) {
  if (names.length === 0) return "-";
  const shown = names.slice(0, most).map((name, index) => (
    <span key={`${index}${name}`}>
      {index > 0 && ", "}
      <bdi>
        <Breakable text={name} />
      </bdi>
    </span>
  ));
  return (
    <>
      {shown}
      {names.length > most && ` ${m["userGroups.andOthers"]()}`}
    </>
  );
}

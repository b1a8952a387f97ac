import type { GroupMember } from "@storyport/contract/user-groups";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { roleName } from "#/features/accounts/role-words.ts";
import { rightsText } from "#/features/player-groups/rights-text.ts";
import { StatusBadge } from "#/features/users/status-badge.tsx";
import { loginTypeName } from "#/features/users/user-words.ts";
import { memberName } from "#/features/users/member-name.ts";
import { listed } from "#/shell/listed.ts";
import { useUser } from "#/shell/portal.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { Button } from "#/ui/button.tsx";
import { cellLinkClass, DataTable } from "#/ui/data-table.tsx";
import type { Column } from "#/ui/data-table.tsx";
import { isolate } from "#/ui/isolate.ts";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import type { MemberAction } from "./member-dialog.tsx";
import styles from "./user-groups.module.css";

interface MemberTableProps {
  members: readonly GroupMember[];
  busy: boolean;
  /** Without it the table is read-only. */
  onAsk?: (chosen: MemberAction) => void;
}

/** The specification's group member (section 3), with the actions on each. */
export function MemberTable({ members, busy, onAsk }: MemberTableProps) {
  const columns: Column<GroupMember>[] = [
    { key: "name", header: m["userGroups.memberName"](), rowHeader: true, renderCell: (member) => <MemberLink member={member} /> },
    { key: "email", header: m["userGroups.memberEmail"](), renderCell: ({ email }) => <Plain text={email} /> },
    { key: "rights", header: m["userGroups.memberRights"](), renderCell: ({ rightsType }) => rightsText(rightsType) },
    { key: "status", header: m["userGroups.memberStatus"](), renderCell: ({ userStatus }) => <StatusBadge status={userStatus} /> },
    {
      key: "login",
      header: m["userGroups.memberLogin"](),
      renderCell: ({ loginTypes }) => listed(loginTypes.map(loginTypeName)) || "-",
    },
    { key: "organizations", header: m["userGroups.memberOrganizations"](), renderCell: organizationsOf },
    { key: "roles", header: m["userGroups.roles"](), renderCell: ({ roles }) => listed(roles.map((role) => roleName(role))) || "-" },
    {
      key: "players",
      header: m["userGroups.memberPlayers"](),
      renderCell: ({ players }) => <Plain text={listed(players.map(({ displayName }) => isolate(displayName))) || null} />,
    },
    ...(onAsk === undefined
      ? []
      : [
          {
            key: "actions",
            header: <VisuallyHidden>{m["userGroups.actions"]()}</VisuallyHidden>,
            renderCell: (member: GroupMember) => <Actions member={member} onAsk={onAsk} />,
          },
        ]),
  ];
  return (
    <DataTable caption={m["userGroups.members"]()} captionHidden columns={columns} rows={members} rowKey={({ id }) => id} busy={busy} />
  );
}

function MemberLink({ member }: { member: GroupMember }) {
  const { permissions } = useUser();
  const name = (
    <bdi>
      <Breakable text={memberName(member)} />
    </bdi>
  );
  if (!permissions.includes("manage_members")) return name;
  return (
    <Link to="/users/$userId" params={{ userId: member.id }} className={cellLinkClass}>
      {name}
    </Link>
  );
}

function Plain({ text }: { text: string | null }) {
  if (text === null) return "-";
  return (
    <bdi>
      <Breakable text={text} />
    </bdi>
  );
}

function Actions({ member, onAsk }: { member: GroupMember; onAsk: (chosen: MemberAction) => void }) {
  const of = <VisuallyHidden> {memberName(member)}</VisuallyHidden>;
  return (
    <div className={styles["actions"]}>
      <Button variant="secondary" size="small" onClick={() => onAsk({ action: "change", member })}>
        {m["userGroups.changeRights"]()}
        {of}
      </Button>
      <Button variant="quiet" size="small" onClick={() => onAsk({ action: "remove", member })}>
        {m["userGroups.remove"]()}
        {of}
      </Button>
    </div>
  );
}

/** The main organization comes first. */
function organizationsOf({ primaryOrganization, organizations }: GroupMember): string {
  const others = organizations.filter((key) => key !== primaryOrganization);
  return listed([...(primaryOrganization === null ? [] : [primaryOrganization]), ...others]) || "-";
}

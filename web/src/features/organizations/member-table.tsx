import type { OrganizationMember } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { roleName } from "#/features/accounts/role-words.ts";
import { ExactDate } from "#/shell/exact-date.tsx";
import { StatusBadge } from "#/features/users/status-badge.tsx";
import { memberName } from "#/features/users/member-name.ts";
import { listed } from "#/shell/listed.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { Button } from "#/ui/button.tsx";
import { cellLinkClass, DataTable } from "#/ui/data-table.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import styles from "./organizations.module.css";

interface MemberTableProps {
  members: readonly OrganizationMember[];
  busy: boolean;
  onRemove: (member: OrganizationMember) => void;
}

/** The members of an organization with their roles, and a button to remove them if the user may. */
export function MemberTable({ members, busy, onRemove }: MemberTableProps) {
  return (
    <DataTable
      caption={m["organizations.members"]()}
      captionHidden
      rows={members}
      rowKey={({ id }) => id}
      busy={busy}
      columns={[
        { key: "name", header: m["organizations.memberName"](), rowHeader: true, renderCell: (member) => <MemberLink member={member} /> },
        {
          key: "email",
          header: m["organizations.memberEmail"](),
          renderCell: ({ email }) => (email === null ? "-" : <Word text={email} />),
        },
        { key: "status", header: m["organizations.memberStatus"](), renderCell: ({ userStatus }) => <StatusBadge status={userStatus} /> },
        {
          key: "roles",
          header: m["organizations.memberRoles"](),
          renderCell: ({ roles }) => listed(roles.map((role) => roleName(role))) || "-",
        },
        { key: "joined", header: m["organizations.joined"](), compact: true, renderCell: ({ joinedAt }) => <ExactDate at={joinedAt} /> },
        {
          key: "actions",
          header: <VisuallyHidden>{m["organizations.actions"]()}</VisuallyHidden>,
          renderCell: (member) => (member.mayRemove ? <RemoveButton member={member} onRemove={onRemove} /> : "-"),
        },
      ]}
    />
  );
}

function RemoveButton({ member, onRemove }: { member: OrganizationMember; onRemove: (member: OrganizationMember) => void }) {
  return (
    <Button variant="quiet" size="small" className={styles["action"]} onClick={() => onRemove(member)}>
      {m["organizations.removeMember"]()}
      <VisuallyHidden> {memberName(member)}</VisuallyHidden>
    </Button>
  );
}

function MemberLink({ member }: { member: OrganizationMember }) {
  return (
    <Link to="/users/$userId" params={{ userId: member.id }} className={cellLinkClass}>
      <Word text={memberName(member)} />
    </Link>
  );
}

function Word({ text }: { text: string }) {
  return (
    <bdi>
      <Breakable text={text} />
    </bdi>
  );
}

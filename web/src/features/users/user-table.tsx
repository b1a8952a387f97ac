import type { UserSearchResult } from "@storyport/contract/users";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { ExactDate, isMoment } from "#/shell/exact-date.tsx";
import { Badge } from "#/ui/badge.tsx";
import { Breakable } from "#/ui/breakable.tsx";
import { cellLinkClass, DataTable } from "#/ui/data-table.tsx";
import type { Column } from "#/ui/data-table.tsx";
import { Identifier } from "#/ui/identifier.tsx";
import styles from "./users.module.css";

const columns = (): readonly Column<UserSearchResult>[] => [
  { key: "id", header: m["users.columnId"](), compact: true, renderCell: ({ guid }) => <Identifier id={guid} short /> },
  { key: "email", header: m["users.columnEmail"](), rowHeader: true, renderCell: (user) => <UserLink user={user} /> },
  // The specification has these two columns in lower case (2.75).
  { key: "locale", header: m["users.columnLocale"](), renderCell: ({ locale }) => locale.toLowerCase() },
  {
    key: "loginTypes",
    header: m["users.columnLoginType"](),
    renderCell: ({ loginTypes }) => loginTypes.map((type) => type.toLowerCase()).join(", "),
  },
  { key: "created", header: m["users.columnCreated"](), compact: true, renderCell: ({ created }) => <ExactDate at={created} /> },
  {
    key: "activated",
    header: m["users.columnActivated"](),
    compact: true,
    renderCell: ({ activated }) =>
      isMoment(activated) ? <ExactDate at={activated} /> : <Badge tone="danger">{m["users.inactive"]()}</Badge>,
  },
  { key: "disabled", header: m["users.columnDisabled"](), compact: true, renderCell: ({ disabled }) => <ExactDate at={disabled} /> },
  {
    key: "permissions",
    header: m["users.columnPermissions"](),
    compact: true,
    renderCell: (user) => (
      <Link
        to="/users/$userId"
        params={{ userId: user.guid }}
        search={{ tab: "edit" }}
        className={cellLinkClass}
        aria-label={`${m["users.edit"]()} ${nameOf(user)}`}
      >
        {m["users.edit"]()}
      </Link>
    ),
  },
];

/** The columns of the specification, in its order (section 2). */
export function UserTable({ users, busy }: { users: readonly UserSearchResult[]; busy: boolean }) {
  return (
    <DataTable caption={m["users.listCaption"]()} captionHidden columns={columns()} rows={users} rowKey={({ guid }) => guid} busy={busy} />
  );
}

function UserLink({ user }: { user: UserSearchResult }) {
  return (
    <Link to="/users/$userId" params={{ userId: user.guid }} className={cellLinkClass}>
      <bdi className={styles["address"]}>
        <Breakable text={nameOf(user)} />
      </bdi>
    </Link>
  );
}

/** Children have a name, but no address. */
function nameOf({ email, displayName }: UserSearchResult): string {
  return email ?? displayName ?? m["users.noEmail"]();
}

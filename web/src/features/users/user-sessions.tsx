import type { UserDetails } from "@storyport/contract/user-details";
import { m } from "@storyport/texts/messages";
import { ExactDate } from "#/shell/exact-date.tsx";
import { useUser } from "#/shell/portal.ts";
import { DataTable } from "#/ui/data-table.tsx";
import { Notice } from "#/ui/notice.tsx";
import { UserActions } from "./user-actions.tsx";
import { loginTypeName } from "./user-words.ts";

/** The sessions of an account. A manager of an organization gets none from the server. */
export function UserSessions({ user }: { user: UserDetails }) {
  const isAdministrator = useUser().permissions.includes("admin");
  return (
    <>
      {user.sessions.length === 0 ? (
        <Notice quiet>{isAdministrator ? m["users.noSessions"]() : m["users.sessionsNotShown"]()}</Notice>
      ) : (
        <DataTable
          caption={m["users.sessions"]()}
          rows={user.sessions}
          rowKey={({ id }) => id}
          columns={[
            { key: "device", header: m["users.device"](), rowHeader: true, renderCell: ({ deviceName }) => <bdi>{deviceName || "-"}</bdi> },
            { key: "type", header: m["users.loggedInWith"](), renderCell: ({ loginType }) => loginTypeName(loginType) },
            { key: "started", header: m["users.started"](), compact: true, renderCell: ({ startedAt }) => <ExactDate at={startedAt} /> },
            { key: "seen", header: m["users.lastSeen"](), compact: true, renderCell: ({ lastSeenAt }) => <ExactDate at={lastSeenAt} /> },
            { key: "ends", header: m["users.expires"](), compact: true, renderCell: ({ expiresAt }) => <ExactDate at={expiresAt} /> },
          ]}
        />
      )}
      <UserActions user={user} only="endSessions" />
    </>
  );
}

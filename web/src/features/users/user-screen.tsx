import { getUser } from "@storyport/contract/users";
import type { UserDetails } from "@storyport/contract/users";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/features/admin-area/failure-notice.tsx";
import { HistoryOf } from "#/features/history/history-of.tsx";
import { Breakable } from "#/ui/breakable.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { SectionLinks, sectionLinkClass } from "#/ui/section-links.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { EditUserForm } from "./edit-user-form.tsx";
import { UserAccount } from "./user-account.tsx";
import { UserOutOfReach } from "./user-out-of-reach.tsx";
import { UserSessions } from "./user-sessions.tsx";
import { StatusBadge } from "./status-badge.tsx";
import type { UserTab } from "./user-tab.ts";
import { userTexts } from "./user-words.ts";
import { UsersLink } from "./users-link.tsx";

interface UserScreenProps {
  userId: string;
  tab: UserTab | undefined;
}

/** One account: what it is, what may be changed, what happened to it (specification, section 2; DESIGN A19). */
export function UserScreen(props: UserScreenProps) {
  const [left, setLeft] = useState<{ userId: string; sentence: string }>();
  const { userId } = props;
  if (left?.userId === userId) return <UserOutOfReach {...left} />;
  return <UserPage key={userId} {...props} onOutOfReach={(sentence) => setLeft({ userId, sentence })} />;
}

function UserPage({ userId, tab, onOutOfReach }: UserScreenProps & { onOutOfReach: (sentence: string) => void }) {
  const { data, error, refetch } = useEndpoint(getUser, { params: { userId } });
  if (data === undefined) {
    return (
      <>
        <PageHeading>{m["users.userInfo"]()}</PageHeading>
        {error === null ? (
          <Pending>{m["app.waiting"]()}</Pending>
        ) : (
          <FailureNotice failure={error.failure} {...(error.failure.status !== 404 && { onRetry: () => void refetch() })}>
            {m["users.infoFailed"]({
              reason: failureText(error.failure, { ...userTexts, "errors.invalidInput": userTexts["errors.notFound"] }),
            })}
          </FailureNotice>
        )}
        <UsersLink />
      </>
    );
  }
  return (
    <>
      <PageHeading intro={<WhoIsThis user={data} />}>{m["users.userInfo"]()}</PageHeading>
      <UserTabs userId={userId} />
      {tab === undefined && <UserAccount user={data} onOutOfReach={onOutOfReach} />}
      {tab === "edit" && <EditUserForm user={data} />}
      {tab === "sessions" && <UserSessions user={data} />}
      {tab === "history" && <HistoryOf about={userId} />}
      <UsersLink />
    </>
  );
}

function WhoIsThis({ user }: { user: UserDetails }) {
  return (
    <>
      <bdi>
        <Breakable text={user.email ?? user.displayName ?? user.id} />
      </bdi>{" "}
      <StatusBadge status={user.status} />
    </>
  );
}

function UserTabs({ userId }: { userId: string }) {
  const tabs = [
    { search: {}, name: m["users.tabOverview"]() },
    { search: { tab: "edit" as const }, name: m["users.tabEdit"]() },
    { search: { tab: "sessions" as const }, name: m["users.tabSessions"]() },
    { search: { tab: "history" as const }, name: m["users.tabHistory"]() },
  ];
  return (
    <SectionLinks
      label={m["users.tabs"]()}
      links={tabs.map(({ search, name }) => ({
        key: name,
        link: (
          <Link
            to="/users/$userId"
            params={{ userId }}
            search={search}
            className={sectionLinkClass}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {name}
          </Link>
        ),
      }))}
    />
  );
}

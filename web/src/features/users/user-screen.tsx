import { getUser } from "@storyport/contract/users";
import type { UserDetails } from "@storyport/contract/user-details";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { MissingPage } from "#/shell/missing-page.tsx";
import { PageTabs } from "#/shell/page-tabs.tsx";
import type { PageTab } from "#/shell/page-tabs.tsx";
import { HistoryOf } from "#/features/history/history-of.tsx";
import { Breakable } from "#/ui/breakable.tsx";
import { namedTitle, usePageTitle } from "#/shell/use-page-title.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
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

/** One account: its facts, its edit form, its sessions, its history (specification, section 2; DESIGN A19). */
export function UserScreen(props: UserScreenProps) {
  // Set after an action that took the account out of the user's reach. The account cannot be fetched any more.
  const [left, setLeft] = useState<{ userId: string; sentence: string }>();
  const { userId } = props;
  if (left?.userId === userId) return <UserOutOfReach {...left} />;
  return <UserPage key={userId} {...props} onOutOfReach={(sentence) => setLeft({ userId, sentence })} />;
}

function UserPage({ userId, tab, onOutOfReach }: UserScreenProps & { onOutOfReach: (sentence: string) => void }) {
  const { data, error, refetch } = useEndpoint(getUser, { params: { userId } });
  usePageTitle(namedTitle(data?.displayName, m["users.userInfo"]()));
  if (data === undefined) {
    return (
      <MissingPage
        heading={m["users.userInfo"]()}
        error={error}
        text={({ failure }) => m["users.infoFailed"]({ reason: reasonText(failure, absentTexts) })}
        onRetry={() => void refetch()}
      >
        <UsersLink />
      </MissingPage>
    );
  }
  return (
    <>
      <PageHeading intro={<WhoIsThis user={data} />}>{m["users.userInfo"]()}</PageHeading>
      <PageTabs label={m["users.tabs"]()} tabs={tabs()} />
      {tab === undefined && <UserAccount user={data} onOutOfReach={onOutOfReach} />}
      {tab === "edit" && <EditUserForm user={data} />}
      {tab === "sessions" && <UserSessions user={data} />}
      {tab === "history" && <HistoryOf about={userId} />}
      <UsersLink />
    </>
  );
}

// Shows "not found" for malformed ids too.
const absentTexts = { ...userTexts, "errors.invalidInput": userTexts["errors.notFound"] };

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

function tabs(): PageTab<UserTab>[] {
  return [
    { name: m["users.tabOverview"]() },
    { tab: "edit", name: m["users.tabEdit"]() },
    { tab: "sessions", name: m["users.tabSessions"]() },
    { tab: "history", name: m["users.tabHistory"]() },
  ];
}

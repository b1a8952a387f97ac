import { getUser } from "@storyport/contract/users";
import type { UserDetails } from "@storyport/contract/user-details";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { reasonText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { Card } from "#/ui/card.tsx";
import { DescriptionList } from "#/ui/description-list.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { StatusBadge } from "./status-badge.tsx";
import { UserActions } from "./user-actions.tsx";
import { userTexts } from "./user-words.ts";
import { UsersLink } from "./users-link.tsx";

/**
 * Sends a user the letter to set a password. Only the owner sets it: no administrator or manager chooses or sees it. Without a user id the
 * screen asks to choose a user first.
 */
export function SendPasswordScreen({ userId }: { userId: string }) {
  return (
    <>
      <PageHeading intro={m["users.setPasswordIntro"]()}>{m["users.setPasswordTitle"]()}</PageHeading>
      {userId === "" ? <Notice quiet>{m["users.setPasswordMissing"]()}</Notice> : <Whose userId={userId} />}
      <UsersLink />
    </>
  );
}

function Whose({ userId }: { userId: string }) {
  const { data, error, refetch } = useEndpoint(getUser, { params: { userId } });
  if (data !== undefined) return <Owner user={data} />;
  if (error === null) return <Pending>{m["app.waiting"]()}</Pending>;
  // A malformed id counts as unknown too.
  const texts = { ...userTexts, "errors.invalidInput": userTexts["errors.notFound"] };
  return (
    <FailureNotice onRetry={() => void refetch()}>{m["users.infoFailed"]({ reason: reasonText(error.failure, texts) })}</FailureNotice>
  );
}

function Owner({ user }: { user: UserDetails }) {
  return (
    <>
      <Card>
        <DescriptionList
          items={[
            { term: m["users.email"](), detail: user.email === null ? "-" : <bdi>{user.email}</bdi> },
            { term: m["users.name"](), detail: user.displayName === null ? "-" : <bdi>{user.displayName}</bdi> },
            { term: m["users.status"](), detail: <StatusBadge status={user.status} /> },
          ]}
        />
      </Card>
      {user.may.edit && user.letterNeeded !== undefined ? (
        <>
          <p>{m["users.setPasswordNext"]()}</p>
          <UserActions user={user} only="sendLink" />
        </>
      ) : (
        <Notice quiet>{m["users.setPasswordNone"]()}</Notice>
      )}
      <Link to="/users/$userId" params={{ userId: user.id }} className={buttonClass("secondary")}>
        {m["users.userInfo"]()}
      </Link>
    </>
  );
}

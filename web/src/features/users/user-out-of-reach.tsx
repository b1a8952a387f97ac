import { getUser } from "@storyport/contract/users";
import { m } from "@storyport/texts/messages";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryKeyOf } from "#/api/use-endpoint.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { UsersLink } from "./users-link.tsx";

interface UserOutOfReachProps {
  userId: string;
  /** The result of the action. */
  sentence: string;
}

/** Replaces an account's page after the user removed it from the last organization that both shared. */
export function UserOutOfReach({ userId, sentence }: UserOutOfReachProps) {
  const queries = useQueryClient();
  useEffect(() => {
    // The account is out of reach now, so its cached data must not be shown again.
    queries.removeQueries({ queryKey: queryKeyOf(getUser, { params: { userId } }) });
  }, [queries, userId]);
  return (
    <>
      <PageHeading>{m["users.userInfo"]()}</PageHeading>
      <Notice takesFocus tone="success" title={sentence}>
        {m["users.outOfReach"]()}
      </Notice>
      <UsersLink />
    </>
  );
}

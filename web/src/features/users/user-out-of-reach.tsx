import { getUser } from "@storyport/contract/users";
import { m } from "@storyport/texts/messages";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { UsersLink } from "./users-link.tsx";

interface UserOutOfReachProps {
  userId: string;
  /** What was done. */
  sentence: string;
}

/** Instead of the page of somebody whom one has just removed from the last organization that one shared. */
export function UserOutOfReach({ userId, sentence }: UserOutOfReachProps) {
  const queries = useQueryClient();
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    result.current?.focus();
    // Nobody is to come back to what is none of theirs any more.
    queries.removeQueries({ queryKey: [getUser.name, { params: { userId } }] });
  }, [queries, userId]);
  return (
    <>
      <PageHeading>{m["users.userInfo"]()}</PageHeading>
      <Notice ref={result} tone="success" title={sentence}>
        {m["users.outOfReach"]()}
      </Notice>
      <UsersLink />
    </>
  );
}

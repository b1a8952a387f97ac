import { m } from "@storyport/texts/messages";
import { listAuditEvents } from "@storyport/contract/audit";
import type { ResponseOf } from "@storyport/contract/endpoint";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { InfiniteData } from "@tanstack/react-query";
import { useRef } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { hasMovedOn } from "#/shell/has-moved-on.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Pending } from "#/ui/spinner.tsx";
import type { ApiError } from "#/api/api-error.ts";
import { usePortal } from "#/shell/portal.ts";
import { EventTable } from "./event-table.tsx";
import styles from "./history.module.css";

/** A page has events, the names of the ids in their details, and the cursor of the next page. */
type Page = ResponseOf<typeof listAuditEvents>;

/** The events about an account, a group or an organization, newest first. Only users with `manage_members` may read them. */
export function HistoryOf({ about }: { about: string }) {
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useHistoryOf(about);
  const end = useRef<HTMLParagraphElement>(null);
  const showOlder = async () => {
    const pressed = document.activeElement;
    const now = await fetchNextPage();
    // The pressed button goes with the last page.
    if (!now.hasNextPage && !hasMovedOn(pressed)) end.current?.focus();
  };
  const events = data?.pages.flatMap(({ results }) => results);
  return (
    <div className={styles["list"]}>
      {events === undefined && error === null && <Pending>{m["app.waiting"]()}</Pending>}
      {events?.length === 0 && <Notice quiet>{m["history.empty"]()}</Notice>}
      {events !== undefined && events.length > 0 && (
        <EventTable events={events} named={data?.pages.flatMap(({ named }) => named) ?? []} isBusy={isFetchingNextPage} />
      )}
      {error !== null && (
        <FailureNotice onRetry={() => void refetch()}>{m["history.failed"]({ reason: reasonText(error.failure) })}</FailureNotice>
      )}
      {hasNextPage && (
        <Button
          variant="secondary"
          pending={isFetchingNextPage}
          pendingText={m["app.waiting"]()}
          onClick={() => void showOlder()}
          className={styles["older"]}
        >
          {m["history.older"]()}
        </Button>
      )}
      <p ref={end} tabIndex={-1} role="status">
        {events !== undefined && events.length > 0 && !hasNextPage && m["history.allShown"]()}
      </p>
    </div>
  );
}

/** The events about a thing, page by page with the former page's cursor. */
function useHistoryOf(about: string) {
  const { call } = usePortal();
  return useInfiniteQuery<Page, ApiError, InfiniteData<Page>, readonly string[], string | null>({
    // A key of its own, because a list of pages has another shape than the answers that `useListEndpoint` caches.
    queryKey: [listAuditEvents.name, "about", about],
    queryFn: async ({ pageParam }) => await call(listAuditEvents, { query: { about, ...(pageParam !== null && { before: pageParam }) } }),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
  });
}

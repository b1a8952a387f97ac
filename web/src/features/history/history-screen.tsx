import { exportAuditEvents, listAuditEvents } from "@storyport/contract/audit";
import { endpointUrl } from "@storyport/contract/endpoint";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { reasonText } from "#/api/failure-text.ts";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { isAdmin } from "#/features/games/offered-games.ts";
import { useUser } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { LinkButton } from "#/ui/button.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { Row } from "#/ui/stack.tsx";
import { EventTable } from "./event-table.tsx";
import { HistoryFilter } from "./history-filter.tsx";
import { eventsOf, filterOf, leadsToNewest, newerThan, olderThan } from "./history-search.ts";
import type { HistorySearch } from "./history-search.ts";
import styles from "./history.module.css";

/** Refusals of a filter: an invalid id or date, or an organization beyond the user's reach. */
const filterTexts = {
  "errors.invalidInput": () => m["history.filterWrong"](),
  "errors.notFound": () => m["history.organizationUnknown"](),
};

/** The events of the platform, or of the organizations that the user manages (DESIGN 8.2). The filters are in the address. */
export function HistoryScreen({ search }: { search: HistorySearch }) {
  const user = useUser();
  const { data, error, isFetching, isPlaceholderData, refetch } = useListEndpoint(listAuditEvents, [eventsOf(search)]);
  const events = error === null ? data?.results : undefined;
  const next = data?.next ?? null;
  return (
    <>
      <PageHeading intro={isAdmin(user) ? m["history.introAll"]() : m["history.introOwn"]()}>{m["history.title"]()}</PageHeading>
      <HistoryFilter search={search} />
      <div className={styles["list"]}>
        <p role="status">
          {isFetching && m["history.loading"]()}
          {!isFetching && events?.length === 0 && m["history.noneFound"]()}
          {!isFetching && events !== undefined && events.length > 0 && m["history.shown"]({ count: events.length })}
        </p>
        {error !== null && (
          <FailureNotice onRetry={() => void refetch()}>
            {m["history.failed"]({ reason: reasonText(error.failure, filterTexts) })}
          </FailureNotice>
        )}
        {events === undefined && error === null && <Pending>{m["app.waiting"]()}</Pending>}
        {events !== undefined && events.length > 0 && <EventTable events={events} named={data?.named ?? []} isBusy={isPlaceholderData} />}
        <Row>
          {search.before !== undefined && (
            <Link to="/history" search={newerThan(search)} className={buttonClass("secondary")}>
              {leadsToNewest(search) ? m["history.newest"]() : m["history.newer"]()}
            </Link>
          )}
          {events !== undefined && next !== null && (
            <Link to="/history" search={olderThan(search, next)} className={buttonClass("secondary")}>
              {m["history.older"]()}
            </Link>
          )}
          {isAdmin(user) && events !== undefined && events.length > 0 && (
            <LinkButton variant="quiet" href={endpointUrl(exportAuditEvents, { query: filterOf(search) })} download>
              {m["history.export"]()}
            </LinkButton>
          )}
        </Row>
      </div>
    </>
  );
}

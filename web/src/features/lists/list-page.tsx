import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Failure } from "#/api/api-error.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { formatLocales } from "#/shell/format-locales.ts";
import { Notice } from "#/ui/notice.tsx";
import { Pagination } from "#/ui/pagination.tsx";
import { ListSearchForm } from "./list-search-form.tsx";
import { useListPage } from "./use-list-page.ts";
import type { Found, ListAnswer, ListOf } from "./use-list-page.ts";

interface ListPageProps<Answer> extends ListOf<Answer> {
  search: {
    label: string;
    button: string;
    required?: boolean;
    /** Offers the search only for a list of more than so many results, and while the list is searched. */
    ifMoreThan?: number;
  };
  /** The sentence for a failed request. */
  failed: (failure: Failure) => string;
  /** Shown above the count. */
  notice?: ReactNode;
  /** The result of an action on a row. */
  done?: string | undefined;
  /** The text for an empty list. */
  none: string;
  /** Shown below that text. */
  whenNone?: ReactNode;
  /** The name of the links to the pages, such as "Pages of users". */
  pages: string;
  /** Shown below the rows and their pages, such as an export. */
  below?: ReactNode;
  /** Draws the rows. `isBusy`: they still belong to another page. */
  children: (answer: Answer, isBusy: boolean) => ReactNode;
}

/** A list: search field, failure, count, table, and links to its pages (specification, section 2). Page and search are in the address. */
export function ListPage<Answer extends ListAnswer<unknown>>(props: ListPageProps<Answer>) {
  const { query, search, notice, done, none, whenNone, pages, below, children } = props;
  const { data, error, isPlaceholderData, refetch } = query;
  const { page, filter, found, isWaiting, linkTo, search: searchFor } = useListPage(props);
  const isSearched = search.ifMoreThan === undefined || filter !== "" || (found !== undefined && found.total > search.ifMoreThan);
  return (
    <>
      {isSearched && <ListSearchForm {...search} filter={filter} onSearch={searchFor} />}
      {error !== null && <FailureNotice onRetry={() => void refetch()}>{props.failed(error.failure)}</FailureNotice>}
      {notice}
      {/* The pressed button may be gone with its row. */}
      {done !== undefined && <Notice takesFocus={done} tone="success" title={done} />}
      <ListCount found={found} isWaiting={isWaiting} none={none} />
      {found?.total === 0 && whenNone}
      {data !== undefined && found !== undefined && found.count > 0 && (
        <>
          {children(data, isPlaceholderData)}
          <Pagination
            label={pages}
            current={Math.min(page, found.pages)}
            count={found.pages}
            previousText={m["area.previousPage"]()}
            nextText={m["area.nextPage"]()}
            pageLabel={(number) => m["area.page"]({ page: number })}
            renderLink={(number, link) => <Link {...linkTo(number)} {...link} />}
          />
          {below}
        </>
      )}
    </>
  );
}

/** The server counts and pages a search up to this limit (`mostMatches` of server/src/platform/database/search.ts). */
const mostListed = 10_000;

/** Shows the range and total of a list. The region stays in place, so that screen readers announce every change. */
function ListCount({ found, isWaiting, none }: { found: Found | undefined; isWaiting: boolean; none: string }) {
  return <p role="status">{isWaiting ? m["area.searching"]() : found && countText(found, none)}</p>;
}

function countText({ offset, count, total }: Found, none: string): string {
  if (total === 0) return none;
  // The sentence of the specification has plain digits (2.74).
  const number = (value: number) => new Intl.NumberFormat(formatLocales(), { useGrouping: false }).format(value);
  const range = count > 0 ? [m["area.showing"]({ from: number(offset + 1), to: number(offset + count), total: number(total) })] : [];
  return [...range, ...(total >= mostListed ? [m["area.mostListed"]({ most: number(mostListed) })] : [])].join(" ");
}

import { m } from "@storyport/texts/messages";
import { useEffect, useEffectEvent } from "react";
import type { ReactNode } from "react";
import { Pagination } from "#/ui/pagination.tsx";
import type { PageLinkProps } from "#/ui/pagination.tsx";

interface ListPagesProps {
  /** The name of the navigation, such as "Pages of users". */
  label: string;
  page: number;
  count: number;
  renderLink: (page: number, props: PageLinkProps) => ReactNode;
}

/** Links to the pages of a list (specification, section 2). */
export function ListPages({ label, page, count, renderLink }: ListPagesProps) {
  return (
    <Pagination
      label={label}
      current={Math.min(page, count)}
      count={count}
      previousText={m["area.previousPage"]()}
      nextText={m["area.nextPage"]()}
      pageLabel={(number) => m["area.page"]({ page: number })}
      renderLink={renderLink}
    />
  );
}

/** Leads from a page beyond the end to the last page. `count` is undefined until it is known. */
export function useLastPage(page: number, count: number | undefined, goTo: (page: number) => void): void {
  const last = count === undefined || count < 1 ? 1 : count;
  const isBeyond = count !== undefined && page > last;
  const goToLast = useEffectEvent(goTo);
  useEffect(() => {
    if (isBeyond) goToLast(last);
  }, [isBeyond, last]);
}

import { Fragment } from "react";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { pages } from "./pages.ts";
import styles from "./pagination.module.css";

/** The attributes of a page link; spread them onto the router's Link. */
export type PageLinkProps = {
  className: string;
  "aria-label": string;
  "aria-current": "page" | undefined;
  rel: "prev" | "next" | undefined;
  children: ReactNode;
};

export type PaginationProps = {
  /** The name of the navigation, such as "Pages of users". */
  label: string;
  current: number;
  count: number;
  previousText: string;
  nextText: string;
  /** The accessible name of a page link, such as "Page 3". */
  pageLabel: (page: number) => string;
  renderLink: (page: number, props: PageLinkProps) => ReactNode;
};

/** Links to the pages of a list. Renders nothing for a single page. */
export function Pagination({ label, current, count, previousText, nextText, pageLabel, renderLink }: PaginationProps) {
  if (count <= 1) return null;
  const step = (page: number, rel: "prev" | "next") => {
    const text = rel === "prev" ? previousText : nextText;
    const props = {
      className: classes(styles["link"], styles["step"]),
      "aria-label": text,
      "aria-current": undefined,
      rel,
      children: text,
    };
    return page >= 1 && page <= count && <li>{renderLink(page, props)}</li>;
  };
  return (
    <nav aria-label={label}>
      <ul className={styles["list"]}>
        {step(current - 1, "prev")}
        {pages(current, count).map((entry, index) => (
          <Fragment key={entry === "gap" ? `gap-${index}` : entry}>
            {entry === "gap" ? (
              <li className={styles["gap"]} aria-hidden="true">
                …
              </li>
            ) : (
              <li>
                {renderLink(entry, {
                  className: styles["link"] ?? "",
                  "aria-label": pageLabel(entry),
                  "aria-current": entry === current ? "page" : undefined,
                  rel: undefined,
                  children: entry,
                })}
              </li>
            )}
          </Fragment>
        ))}
        {step(current + 1, "next")}
      </ul>
    </nav>
  );
}

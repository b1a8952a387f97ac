import { Link } from "@tanstack/react-router";
import type { RegisteredRouter, useSearch } from "@tanstack/react-router";
import { SectionLinks, sectionLinkClass } from "#/ui/section-links.tsx";

/** The `tab` of any page's address. */
type AnyTab = NonNullable<ReturnType<typeof useSearch<RegisteredRouter, undefined, false>>["tab"]>;

export interface PagePart<Tab extends AnyTab> {
  /** None is what the page shows by itself. */
  tab?: Tab;
  name: string;
}

/** The parts of a page about one thing, beside each other: each is a link to the same page with another `tab` in its address. */
export function PageParts<Tab extends AnyTab>({ label, parts }: { label: string; parts: readonly PagePart<Tab>[] }) {
  return (
    <SectionLinks
      label={label}
      links={parts.map(({ tab, name }) => ({
        key: name,
        link: (
          <Link
            to="."
            // What is searched and paged in the present part leads to itself, so that it is the present one.
            search={(now) => (now.tab === tab ? now : tab === undefined ? {} : { tab })}
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

import { Link, useLocation } from "@tanstack/react-router";
import type { RegisteredRouter, useSearch } from "@tanstack/react-router";
import { SectionLinks, sectionLinkClass } from "#/ui/section-links.tsx";

/** The `tab` of any page's address. */
type AnyTab = NonNullable<ReturnType<typeof useSearch<RegisteredRouter, undefined, false>>["tab"]>;

export interface PageTab<Name extends AnyTab> {
  /** Undefined for the page's first tab. */
  tab?: Name;
  name: string;
}

/** The tabs of a thing's page. Each links to the same page with another `tab` in its address. */
export function PageTabs<Name extends AnyTab>({ label, tabs }: { label: string; tabs: readonly PageTab<Name>[] }) {
  const { href } = useLocation();
  return (
    <SectionLinks
      label={label}
      address={href}
      links={tabs.map(({ tab, name }) => ({
        key: name,
        link: (
          <Link
            to="."
            // The present tab links to its own search and page, so that the router marks it as present.
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

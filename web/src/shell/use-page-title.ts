import { useEffect } from "react";
import { pageTitle } from "./page-title.ts";
import { usePortal } from "./portal.ts";

/** Gives the window a title that names the thing of the page, so that two tabs differ. Undefined until the name is known. */
export function usePageTitle(page: string | undefined): void {
  const { settings } = usePortal();
  useEffect(() => {
    if (page === undefined) return;
    const before = document.title;
    const named = pageTitle(settings, page);
    document.title = named;
    return () => {
      // The next page may have its title already.
      if (document.title === named) document.title = before;
    };
  }, [settings, page]);
}

/** The title of a page whose heading has no name. */
export function namedTitle(name: string | null | undefined, heading: string): string | undefined {
  return name === undefined || name === null ? undefined : `${name} – ${heading}`;
}

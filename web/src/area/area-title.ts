import type { SessionUser } from "@storyport/contract/login";
import { readCode } from "#/api/read-code.ts";
import type { PortalSettings } from "#/shell/page-data.ts";
import { pageTitle } from "#/shell/page-title.ts";

/** What a route of the area says in its static data. */
export type AreaPageTitle = (user: SessionUser) => string;

interface Shown {
  user: SessionUser;
  search: { error?: unknown };
}

/** The title of the window; one that says so where the address has brought an error. */
export function areaTitle(settings: PortalSettings, page: { title?: AreaPageTitle } | undefined, { user, search }: Shown): string {
  return pageTitle(settings, page?.title?.(user) ?? settings.productName, { isError: readCode(search.error) !== undefined });
}

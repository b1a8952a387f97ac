import type { SessionUser } from "@storyport/contract/login";
import { readCode } from "#/api/read-code.ts";
import type { PortalSettings } from "#/shell/page-data.ts";
import { pageTitle } from "#/shell/page-title.ts";

/** The title function in a route's static data. */
export type AreaPageTitle = (user: SessionUser) => string;

interface Shown {
  user: SessionUser;
  search: { error?: unknown };
}

/** The title of the window. It says so if the address carries an error. */
export function areaTitle(settings: PortalSettings, page: { title?: AreaPageTitle } | undefined, { user, search }: Shown): string {
  return pageTitle(settings, page?.title?.(user) ?? settings.productName, { isError: readCode(search.error) !== undefined });
}

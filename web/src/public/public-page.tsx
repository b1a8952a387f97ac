import type { PortalState } from "@storyport/contract/endpoint";
import type { ComponentType, ReactNode } from "react";
import type { Refresh } from "#/shell/html-document.ts";
import type { Portal } from "#/shell/portal.ts";
import type { KeptForm } from "#/shell/unavailable-screen.tsx";

/** One visit of a public page, as the server sees it. */
export interface Visit extends Portal {
  path: string;
  /** The query of the address, with its question mark. */
  searchText: string;
  search: Readonly<Record<string, string>>;
  /** True if another site led here, or may have. */
  isFromElsewhere: boolean;
  portalState: () => Promise<PortalState>;
  /** A form that the portal could not take, to be sent again. */
  form?: KeptForm | undefined;
}

interface Parts<Props extends object> {
  /** A path of the portal; a final "/*" matches anything below it, or nothing. */
  path: string;
  /** Several rows may share a path; the first whose `when` does not return false is shown. */
  when?: (visit: Visit) => boolean;
  title: (visit: Visit) => string;
  /** The description for search engines. Without it they may not index the page, which may show a user or have a proof in its address. */
  description?: (visit: Visit) => string | undefined;
  /**
   * The browser may submit the page's form without a script. After a refusal the server redirects back to the page, and the address says
   * why (DESIGN 8.10). The title then says so too.
   */
  hasForm?: boolean;
  /** Where a browser without script goes on, and after how long. A page with script goes on by itself. */
  refresh?: (visit: Visit) => Refresh | undefined;
  /** What the page needs; `writing` by default. `writing`: it logs in or changes something, which maintenance stops. */
  needs?: "nothing" | "database" | "writing";
  /** The page may ask for a camera. No other page may, even if a foreign script runs there. */
  usesCamera?: boolean;
  /**
   * Returns the screen's props, or throws a Redirect. After an ApiError the visitor gets a page that offers a retry. Runs on the server
   * alone. The props travel with the page, so keep them small.
   */
  load: (visit: Visit) => Props | Promise<Props>;
  Screen: ComponentType<Props>;
}

/** A row of the table. It hides the type of its screen's props, so that all rows have one type. */
export interface PublicPage extends Pick<Parts<object>, "path" | "when" | "title" | "description" | "hasForm" | "refresh" | "usesCamera"> {
  needs: NonNullable<Parts<object>["needs"]>;
  open: (visit: Visit) => Promise<{ props: object; screen: ReactNode }>;
}

/** A page with a screen. Its props reach the browser, where the same screen is drawn again. */
export function publicPage<Props extends object>({ load, Screen, needs = "writing", ...page }: Parts<Props>): PublicPage {
  return {
    ...page,
    needs,
    open: async (visit) => {
      const props = await load(visit);
      return { props, screen: <Screen {...props} /> };
    },
  };
}

/** An address that only redirects. */
export function publicRedirect(path: string, lead: (visit: Visit) => never): PublicPage {
  return { path, needs: "nothing", title: () => "", open: (visit) => lead(visit) };
}

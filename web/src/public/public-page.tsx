import type { ComponentType, ReactNode } from "react";
import type { Portal } from "#/shell/portal.ts";

/** One visit of a public page, as the server sees it. */
export interface Visit extends Portal {
  path: string;
  /** As it stands in the address, with its question mark. */
  searchText: string;
  search: Readonly<Record<string, string>>;
  /** Whether another site led here, or may have. */
  isFromElsewhere: boolean;
}

interface Parts<Props extends object> {
  /** A path of the portal; "/*" at its end stands for anything below it, or nothing. */
  path: string;
  /** Several pages may have one address: the first of them that has nothing against the visit is shown. */
  when?: (visit: Visit) => boolean;
  title: (visit: Visit) => string;
  /** What search engines say of it. Without one they may not keep the page: it may be about a person or have a proof in its address. */
  description?: (visit: Visit) => string | undefined;
  /** The address may say why the page's form was refused (DESIGN 8.10): the title does so too. */
  hasForm?: boolean;
  /** What the screen is shown with, or a Redirect. Runs on the server alone. It travels with the page: no more than the screen needs. */
  load: (visit: Visit) => Props | Promise<Props>;
  Screen: ComponentType<Props>;
}

/** A row of the table, once nothing but the row itself needs to know what its screen is shown with. */
export interface PublicPage extends Pick<Parts<object>, "path" | "when" | "title" | "description" | "hasForm"> {
  open: (visit: Visit) => Promise<{ props: object; screen: ReactNode }>;
}

export function publicPage<Props extends object>({ load, Screen, ...page }: Parts<Props>): PublicPage {
  return {
    ...page,
    open: async (visit) => {
      const props = await load(visit);
      return { props, screen: <Screen {...props} /> };
    },
  };
}

/** An address that only leads on to another. */
export function publicRedirect(path: string, lead: (visit: Visit) => never): PublicPage {
  return { path, title: () => "", open: (visit) => lead(visit) };
}

import { pages } from "./pages.ts";
import type { PublicPage, Visit } from "./public-page.tsx";

/** Returns the first row that matches a visit. */
export function findPage(visit: Visit): PublicPage | undefined {
  return pages.find(({ path, when }) => isAt(path, visit.path) && when?.(visit) !== false);
}

function isAt(pattern: string, path: string): boolean {
  const given = path.toLowerCase().replace(/(?<=.)\/$/, "");
  return pattern === given || (pattern.endsWith("/*") && `${given}/`.startsWith(pattern.slice(0, -1)));
}

export function pageCalled(path: "(failed)" | "(not found)" | "(unavailable)"): PublicPage {
  const page = pages.find((each) => each.path === path);
  if (page === undefined) throw new Error(`The table of public pages lacks ${path}.`);
  return page;
}

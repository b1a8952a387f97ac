/** The tab of an account's page in the address; undefined for the overview. */
export const userTabs = ["edit", "sessions", "history"] as const;
export type UserTab = (typeof userTabs)[number];

export function readUserTab(search: Record<string, unknown>): { tab?: UserTab } {
  const tab = userTabs.find((known) => known === search["tab"]);
  return tab === undefined ? {} : { tab };
}

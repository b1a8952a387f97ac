export const groupTabs = ["players", "rights", "settings", "history"] as const;
export type GroupTab = (typeof groupTabs)[number];

/** Reads the tab of a group's page; undefined for the students and their badges. */
export function readGroupTab({ tab }: Record<string, unknown>): { tab?: GroupTab } {
  const found = groupTabs.find((name) => name === tab);
  return found === undefined ? {} : { tab: found };
}

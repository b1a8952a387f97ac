export const groupTabs = ["rights", "settings", "history"] as const;
export type GroupTab = (typeof groupTabs)[number];

/** The place on the page of a class. */
export interface GroupPlace {
  /** Undefined for the list of the class. */
  tab?: GroupTab;
  /** What the list begins with: the offer to print all badges, or choosing who needs a one-time code. Links of the start page set it. */
  open?: "print" | "codes";
}

/** Reads the place on a class's page. An unknown tab is the list, also the former tab "players". */
export function readGroupPlace({ tab, open }: Record<string, unknown>): GroupPlace {
  const found = groupTabs.find((name) => name === tab);
  if (found !== undefined) return { tab: found };
  return open === "print" || open === "codes" ? { open } : {};
}

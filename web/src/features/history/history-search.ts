/** The filters of the history in the address, and the page. */
export interface HistorySearch {
  event?: string;
  /** The first and the last day, in UTC, both included. */
  from?: string;
  to?: string;
  organization?: string;
  /** The id of an actor, target or organization. For a group, also the actions that used the group. */
  about?: string;
  /**
   * The cursors from the first older page to the present page, for the way back to newer events. A leading 0 means that the first cursors
   * are left out.
   */
  before?: string;
}

const accepted = {
  event: /^[a-z_]{1,64}$/,
  from: /^\d{4}-\d{2}-\d{2}$/,
  to: /^\d{4}-\d{2}-\d{2}$/,
  organization: /^[\da-f-]{36}$/i,
  // A text that is no id is sent too, and the refusal says so.
  about: /^\S{1,64}$/,
  // Numbers of events, joined by dots: at most `mostSteps`.
  before: /^(?:0\.)?[1-9]\d{0,18}(?:\.[1-9]\d{0,18}){0,49}$/,
} as const satisfies Record<keyof HistorySearch, RegExp>;

/** The address keeps this many steps back, so that it stays short. */
const mostSteps = 50;
const leftOut = "0";

/** Leaves out invalid values. */
export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  return Object.fromEntries(
    Object.entries(accepted).flatMap(([name, pattern]) => {
      const value = search[name];
      return typeof value === "string" && pattern.test(value) ? [[name, value]] : [];
    }),
  );
}

/** The filters as the endpoint takes them. */
export function filterOf({ organization, before: _, ...filter }: HistorySearch) {
  return { ...filter, ...(organization !== undefined && { organizationId: organization }) };
}

/** The input of the list of events: the filters, and the cursor of the page. */
export function eventsOf(search: HistorySearch) {
  const before = cursorOf(search);
  return { query: { ...filterOf(search), ...(before !== undefined && { before }) } };
}

/**
 * The cursor of this page; undefined on the newest page.
 * @public For the tests of the steps between pages.
 */
export function cursorOf({ before }: HistorySearch): string | undefined {
  return before?.split(".").at(-1);
}

/** Leads to the next older page, whose cursor is `next`. */
export function olderThan(search: HistorySearch, next: string): HistorySearch {
  const cursors = [...cursorsOf(search), next];
  const kept = cursors.slice(-mostSteps);
  const isCut = kept.length < cursors.length || search.before?.startsWith(`${leftOut}.`) === true;
  return { ...search, before: [...(isCut ? [leftOut] : []), ...kept].join(".") };
}

/** Goes one page back, or to the newest page if the steps between were left out. */
export function newerThan(search: HistorySearch): HistorySearch {
  const { before, ...filter } = search;
  const former = cursorsOf(search).slice(0, -1);
  const isCut = before?.startsWith(`${leftOut}.`) === true;
  return former.length === 0 ? filter : { ...filter, before: [...(isCut ? [leftOut] : []), ...former].join(".") };
}

/** True if the next step back skips left-out pages and leads to the newest. */
export function leadsToNewest({ before }: HistorySearch): boolean {
  return before !== undefined && /^0\.\d+$/.test(before);
}

function cursorsOf({ before }: HistorySearch): string[] {
  return before === undefined ? [] : before.split(".").filter((cursor) => cursor !== leftOut);
}

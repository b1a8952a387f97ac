/** The filters of the history as they stand in the address; what is none is left out. */
export interface HistorySearch {
  event?: string;
  from?: string;
  to?: string;
  organization?: string;
  about?: string;
  /** The cursors that led to this page, the last one its own: the way back to newer ones. A 0 before them: the first ones are left out. */
  before?: string;
}

const accepted = {
  event: /^[a-z_]{1,64}$/,
  from: /^\d{4}-\d{2}-\d{2}$/,
  to: /^\d{4}-\d{2}-\d{2}$/,
  organization: /^[\da-f-]{36}$/i,
  about: /^\S{1,64}$/,
  before: /^(?:0\.)?[1-9]\d{0,18}(?:\.[1-9]\d{0,18}){0,199}$/,
} as const satisfies Record<keyof HistorySearch, RegExp>;

/** So many steps back to newer events stand in the address, which must not grow without end. */
const mostSteps = 50;
const leftOut = "0";

export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  return Object.fromEntries(
    Object.entries(accepted).flatMap(([name, pattern]) => {
      const value = search[name];
      return typeof value === "string" && pattern.test(value) ? [[name, value]] : [];
    }),
  );
}

/** As the endpoint takes it. */
export function filterOf({ organization, before: _, ...filter }: HistorySearch) {
  return { ...filter, ...(organization !== undefined && { organizationId: organization }) };
}

/** The cursor of this page, undefined on the newest one. */
export function cursorOf({ before }: HistorySearch): string | undefined {
  return before?.split(".").at(-1);
}

export function olderThan(search: HistorySearch, next: string): HistorySearch {
  const cursors = [...cursorsOf(search), next];
  const kept = cursors.slice(-mostSteps);
  const isCut = kept.length < cursors.length || search.before?.startsWith(`${leftOut}.`) === true;
  return { ...search, before: [...(isCut ? [leftOut] : []), ...kept].join(".") };
}

/** One page back; to the newest one where the steps between were left out. */
export function newerThan(search: HistorySearch): HistorySearch {
  const { before, ...filter } = search;
  const former = cursorsOf(search).slice(0, -1);
  const isCut = before?.startsWith(`${leftOut}.`) === true;
  return former.length === 0 ? filter : { ...filter, before: [...(isCut ? [leftOut] : []), ...former].join(".") };
}

/** The next step back leads past pages that are left out, to the newest one. */
export function leadsToNewest({ before }: HistorySearch): boolean {
  return before !== undefined && /^0\.\d+$/.test(before);
}

function cursorsOf({ before }: HistorySearch): string[] {
  return before === undefined ? [] : before.split(".").filter((cursor) => cursor !== leftOut);
}

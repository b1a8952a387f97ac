/**
 * The process's time, for checks without the database (a signature's validity). Rows (sessions, links, codes) use the
 * database's now(), so that portal processes need not agree on the time.
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

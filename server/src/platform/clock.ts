/**
 * The process's time, for what has no row: the validity of a signed token, the age of cached metadata. Rows (sessions, links, codes) use
 * the database's now(), so that portal processes need not agree on the time. Tests move this clock (server/test/fake-clock.ts).
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

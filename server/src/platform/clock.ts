/**
 * The process's time, for what never meets the database (a signature's validity). Whatever a row decides (sessions,
 * links, codes) is decided by the database's own now(), so that portal processes need not agree on the time.
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The numbers, each by its name (`limits.email.max`). They are no object, so that a page's scripts hold only the numbers that they use. */
export * as limits from "#/limit-values.ts";

/** Waits of the specification, in milliseconds. */
export const waits = {
  /** Long enough to paint the user's name, short enough that the browser still counts the tap as user activation. */
  beforeGameCallback: 15,
  afterSuccess: 3000,
  backgroundDeepLink: 3000,
  emailCheckDebounce: 500,
  /** The delay from the last key to the advice on a new password. */
  passwordAdviceDebounce: 400,
  loginStateWatch: 300,
  arrivalPoll: 1000,
  arrivalGiveUp: 30_000,
} as const;

/** How long cached answers count as fresh, in milliseconds (specification, section 7). */
export const freshness = { lists: 1000, account: 1000, ownManifest: 1000, publicManifest: 30 * 60_000 } as const;

/**
 * `user` only marks a login, and proves nothing. `loginAttempt` keeps the e-mail address of a form that was refused before any script
 * ran; `linkAttempt` keeps its mailed proof. `tries` counts how often a page was asked for in vain, so that it is asked for less often.
 */
export const cookieNames = {
  loginState: "login-state",
  user: "user",
  language: "language",
  loginAttempt: "login-attempt",
  linkAttempt: "link-attempt",
  tries: "tries",
} as const;

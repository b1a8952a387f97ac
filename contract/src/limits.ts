/**
 * The numbers of the specification's section 9, and the portal's own. Lengths of passwords, names, keys and descriptions are in Unicode code
 * points. Other lengths are in UTF-16 units, as JavaScript counts. The database checks many of them too.
 * So a wider limit needs a migration first.
 */
export const limits = {
  /**
   * A login accepts `loginMin` characters, a new password needs `newMin`. A password of `passphraseFrom` characters may lack kinds of
   * characters. So many `repeatedCharacters` in a row are refused. Guesses (DESIGN A13): "Valid-Pass-123!" takes 10^10, three words at
   * random 10^12. A single common word with digits and signs takes up to 10^10 ("Welcome-2026!!"), and must take more than others.
   */
  password: {
    loginMin: 8,
    newMin: 12,
    max: 128,
    passphraseFrom: 20,
    repeatedCharacters: 3,
    fewestGuesses: 1e8,
    fewestGuessesAroundWord: 1e11,
  },
  displayName: { min: 3, max: 64 },
  studentName: { min: 1, max: 64 },
  /** A player's pass code, and the code of a researcher. */
  playerCode: { min: 1, max: 64 },
  deviceName: { min: 1, max: 256 },
  resetToken: { min: 8, max: 128 },
  organizationKey: { min: 3, max: 64 },
  organizationDescription: { max: 64 },
  gameKey: { min: 3, max: 64 },
  gameDescription: { max: 64 },
  userGroupName: { min: 3, max: 64 },
  playerGroupName: { min: 1, max: 64 },
  /** Bulk input of members: lines of one request, and its size. */
  bulkMembers: { lines: 500, characters: 65_536 },
  email: { max: 254 },
  /**
   * Of one account. A name tells its owner which device it is on. `graceHours`: how long a session without a passkey goes on after an
   * organization began to require passkeys.
   */
  passkeys: { most: 20, nameMin: 1, nameMax: 64, graceHours: 8 },
  /** The opaque `state` of a game: long enough for a signed token. */
  state: { max: 1024 },
  nonce: { max: 512 },
  callbackUrl: { max: 1024 },
  /** The refused logins that the people who build a game see. A refused callback is kept up to `callbackMax` characters. */
  refusedLogins: { most: 50, days: 30, callbackMax: 200 },
  /** nginx and Apache take 8 kB for a line of the headers. 2 kB of them stay for others (decision 32). A class of forty fits. */
  accessToken: { max: 6144 },
  /** Of one login of a conformance run. */
  conformanceRefreshes: 200,
  tokenRights: { pageSize: 500 },
  /** Must fit into the login-state cookie of 4096 bytes when encoded: any list filter does, with room for the other members. */
  postLoginPage: { max: 3500 },
  /** base64url of a SHA-256: RFC 7636, S256. `legacyMax`: a game marked as `legacy_client_code` sends any text (decision 5). */
  clientCode: { length: 43, legacyMax: 256 },
  /**
   * One list of students: its rows, the classes that it creates, and the characters of one value. A longer value is wrong in any case, so
   * browsers cut it there.
   */
  classImport: { rows: 500, externalIdMax: 64, newClasses: 40, characters: 200, body: 1024 * 1024, undoHours: 24 },
  /**
   * A school's whole list: students, classes, teachers of one class, characters of one value, and the size of the request in bytes. A year of
   * a large school may be one class with its whole staff, which is fewer than `teachers`. A class of `stopFrom` students or more loses at
   * most one part in `stopShare` of them in `stopDays`. Beyond that a person must allow it.
   */
  rosters: {
    rows: 20_000,
    classes: 2000,
    teachers: 100,
    characters: 255,
    body: 8 * 1024 * 1024,
    undoHours: 24,
    stopFrom: 5,
    stopShare: 5,
    stopDays: 7,
  },
  /** The player groups on which one user group gives rights. Each list of user groups reads them. */
  rightsOfUserGroup: { max: 200 },
  /** A class must fit one page and one sheet of badges. */
  playersOfGroup: { max: 1000 },
  /** The start page shows this many classes. It says that badges end soon within some days, and that they end urgently within fewer. */
  classOverview: { classes: 12, badgeEndsSoonDays: 30, badgeEndsUrgentlyDays: 7 },
  /** How long an administrator may see the portal as another person sees it, and the characters of the reason. */
  supportView: { minutes: 15, reason: { min: 10, max: 300 } },
  lesson: { minMinutes: 5, maxMinutes: 240 },
  /** A device without camera and keyboard (RFC 8628): how long its code lives, and how often it may ask. */
  device: { nameMin: 1, nameMax: 64, codeSeconds: 600, intervalSeconds: 5 },
  /**
   * At most `mostPlayerGroups` are listed, more than a person can read through. A list of user groups names at most `namedOfUserGroup` owners
   * and player groups of each.
   */
  list: { pageSize: 50, mostPlayerGroups: 1000, namedOfUserGroup: 20 },
  search: { pageSize: 10, maxPageSize: 50, maxPage: 1000, maxQuery: 200 },
} as const;

/** Waits of the pages in milliseconds, of the specification's section 9 and the portal's own. */
export const waits = {
  /** Long enough to paint the user's name, short enough that the browser still counts the tap as user activation. */
  beforeGameCallback: 15,
  /** How long a page shows its success before it leads on. */
  afterSuccess: 3000,
  /** How long a page waits for a game that it calls in the background. */
  backgroundDeepLink: 3000,
  /** The delay from the last key to the check of an e-mail address. */
  emailCheckDebounce: 500,
  /** The delay from the last key to the advice on a new password. */
  passwordAdviceDebounce: 400,
  /** How often a page reads the cookie of the login state, because cookies announce no change. */
  loginStateWatch: 300,
  /** How often a page asks if the game has redeemed its code, and when it stops. */
  arrivalPoll: 1000,
  arrivalGiveUp: 30_000,
} as const;

/** How long cached answers count as fresh, in milliseconds (specification, section 7). */
export const freshness = { lists: 1000, account: 1000, ownManifest: 1000, publicManifest: 30 * 60_000 } as const;

/**
 * `user` only marks a login, and proves nothing. `loginAttempt` keeps the e-mail address of a form that was refused before any script
 * ran; `linkAttempt` keeps its mailed proof. `tries` counts how often a page was asked for in vain, so that it is asked for less often.
 * `formDone` proves to a page that its form was taken.
 */
export const cookieNames = {
  loginState: "login-state",
  user: "user",
  language: "language",
  loginAttempt: "login-attempt",
  linkAttempt: "link-attempt",
  tries: "tries",
  formDone: "form-done",
} as const;

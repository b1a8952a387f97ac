/** All numbers of the specification's section 9. Lengths are in Unicode code points unless a name says otherwise. */

/** Guesses: "Tigger12345!!" takes 10^8, "Welcome-2026!!" some 10^10, three words at random 10^12 (DESIGN A13). */
export const password = { loginMin: 8, newMin: 12, max: 128, passphraseFrom: 20, repeatedCharacters: 3, fewestGuesses: 1e11 } as const;
export const displayName = { min: 3, max: 64 } as const;
export const studentName = { min: 1, max: 64 } as const;
export const deviceName = { min: 1, max: 256 } as const;
export const resetToken = { min: 8, max: 128 } as const;
export const organizationKey = { min: 3, max: 64 } as const;
export const organizationDescription = { max: 64 } as const;
export const gameKey = { min: 3, max: 64 } as const;
export const gameDescription = { max: 64 } as const;
export const userGroupName = { min: 3, max: 64 } as const;
/** Bulk input of members: lines of one request, and its size. */
export const bulkMembers = { lines: 500, characters: 65_536 } as const;
export const email = { max: 254 } as const;
/** Of one account. A name tells its owner which device it is on. */
export const passkeys = { most: 20, nameMin: 1, nameMax: 64 } as const;
/** The opaque `state` of a game: long enough for a signed one, short enough for the login-state cookie. */
export const state = { max: 512 } as const;
export const callbackUrl = { max: 1024 } as const;
/** Proxies refuse headers of more than 8 kB. */
export const accessToken = { max: 4096 } as const;
export const tokenRights = { pageSize: 500 } as const;
/** Must fit into the login-state cookie of 4096 bytes when encoded: any list filter does, with room for the other members. */
export const postLoginPage = { max: 3500 } as const;
/** base64url of a SHA-256: RFC 7636, S256. */
export const clientCode = { length: 43, legacyMax: 256 } as const;
/** One list of students: its rows, the classes that it creates, and the characters of one value. A longer value is wrong in any case, so browsers cut it there. */
export const classImport = { rows: 500, newClasses: 40, characters: 200, body: 1024 * 1024, undoHours: 24 } as const;
/** A school's whole list: students, classes, characters of one value, and the size of the request. A class of `stopFrom` loses at most a fifth. */
export const rosters = {
  rows: 20_000,
  classes: 2000,
  characters: 255,
  body: 8 * 1024 * 1024,
  undoHours: 24,
  stopFrom: 5,
  stopShare: 5,
} as const;
/** A class must fit one page and one sheet of badges. */
export const playersOfGroup = { max: 1000 } as const;
/** A badge ends soon within these days, and urgently within these. The start page shows this many classes. */
export const classOverview = { classes: 12, badgeEndsSoonDays: 30, badgeEndsUrgentlyDays: 7 } as const;
/** How long an administrator may see the portal as another person sees it, and the characters of the reason. */
export const supportView = { minutes: 15, reason: { min: 10, max: 300 } } as const;
export const lesson = { minMinutes: 5, maxMinutes: 240 } as const;
/** A device without camera and keyboard (RFC 8628): how long its code lives, and how often it may ask. */
export const device = { nameMin: 1, nameMax: 64, codeSeconds: 600, intervalSeconds: 5 } as const;
/** At most this many player groups are listed, more than a person can read through. */
export const list = { pageSize: 50, entityCountUnknown: -1, mostPlayerGroups: 1000 } as const;
export const search = { pageSize: 10, maxPageSize: 50, maxPage: 1000, maxQuery: 200 } as const;

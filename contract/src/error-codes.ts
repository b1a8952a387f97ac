/**
 * The closed list of refusals: code, HTTP status and English sentence. The codes and sentences of the specification's section 8 keep its
 * spelling. docs/errors.md names a test for each. The web translates by code; callers without our web read the sentence.
 */
import * as z from "zod/mini";

export const refusals = {
  // input and transport
  "errors.invalidInput": [400, "Invalid input"],
  "errors.crossSite": [403, "This call is only accepted from the portal's own pages."],
  "errors.notLoggedIn": [401, "Not logged in"],
  "errors.notAllowed": [403, "Not allowed"],
  "errors.notFound": [404, "Not found"],
  "errors.payloadTooLarge": [413, "The request is too large."],
  "errors.unsupportedMediaType": [415, "The request must be JSON."],
  "errors.formRequired": [415, "The request must be a form (application/x-www-form-urlencoded)."],
  "errors.tooManyAttempts": [429, "Too many attempts. Wait a moment and try again."],
  "errors.busy": [503, "The service is busy. Try again in a few seconds."],
  "errors.unavailable": [503, "The service is not available right now. Try again in a moment."],
  "errors.maintenance": [
    503,
    "The portal is being maintained. Logging in and saving are off for now. Games that are open go on. Try again later.",
  ],
  "errors.unexpected": [500, "Sorry, an unexpected error has occurred."],
  // login
  // A heading on the login page; no call refuses with it.
  "errors.loginFailed": [401, "Login failed"],
  "errors.emailAndPasswordRequired": [400, "Email and password are required"],
  "errors.emailInvalid": [400, "Enter a valid email address."],
  "errors.passwordLength": [400, "The password must be 8 to 128 characters long."],
  "errors.invalidUsernameOrPassword": [401, "Invalid username or password"],
  "errors.userNotActive": [403, "User not active"],
  "errors.noLoginPermissions": [403, "No login permissions"],
  "errors.passwordExpired": [403, "Your password has expired. Please check your email for the password reset link."],
  "errors.loginStopped": [
    429,
    "Too many wrong passwords were tried for this email address. Set a new password with “Forgot your password?” to log in again.",
  ],
  "errors.loginTypeNotAllowed": [403, "This account does not log in this way."],
  "errors.loginTooOld": [403, "Confirm that it is you before you do this."],
  "errors.confirmAnotherWay": [403, "This proves less than your login. Confirm in another way."],
  "errors.passwordWrong": [401, "The password is wrong."],
  // login at outside providers
  "errors.providerOff": [404, "This way of logging in is not set up here."],
  "errors.providerAway": [503, "The login provider cannot be reached right now. Try again in a moment."],
  "errors.providerRefused": [401, "The login was cancelled at the provider."],
  "errors.providerAnswerInvalid": [401, "The answer of the login provider could not be accepted. Try again."],
  "errors.providerLoginStale": [410, "This login took too long, was already used, or began in another browser. Start again."],
  "errors.identityUnknown": [403, "This login is not connected to an account here yet."],
  "errors.identityNotYours": [403, "You logged in there as somebody else. Log in there as the person who is connected to this account."],
  "errors.identityTaken": [409, "This login is connected to another account."],
  "errors.affiliationMismatch": [403, "Your school login and this account have different roles. Ask your school."],
  "errors.lastLoginMethod": [409, "This is your only way to log in: add another one first."],
  // second factor
  "errors.secondFactorInvalid": [401, "This code is not right. Wait for the next one and try again."],
  "errors.secondFactorEnrolled": [409, "Two-step verification is already on."],
  "errors.secondFactorNotBegun": [409, "Two-step verification is not on."],
  "errors.secondFactorDemanded": [409, "Your account must use two-step verification."],
  // passkeys
  "errors.passkeyUnknown": [401, "This passkey is not known here. Log in another way."],
  "errors.passkeyInvalid": [401, "The answer of your passkey could not be accepted. Try again."],
  "errors.passkeyNeeded": [403, "Log in with your passkey. If you have lost it, ask an administrator to remove it."],
  "errors.passkeyDemanded": [409, "Your organization requires a passkey. Add another one before you remove this one."],
  "errors.passkeyStale": [410, "This took too long or was already used. Try again."],
  "errors.passkeyCopied": [403, "This passkey may have been copied, so it no longer works. Log in another way, and remove it."],
  "errors.passkeyTaken": [409, "This passkey has already been added."],
  "errors.tooManyPasskeys": [409, "You have 20 passkeys, the most an account can have. Remove one first."],
  "errors.passkeysNotSet": [409, "This account has no passkeys."],
  // passwords and mailed links
  "errors.passwordTooWeak": [400, "The password is too weak"],
  "errors.resetLinkIncorrectOrExpired": [410, "This password setting link has errors or it has expired."],
  "errors.resetLinkExpired": [410, "The password reset link has expired, please request a new one if needed"],
  "errors.linkExpired": [410, "This link has expired."],
  "errors.linkReplaced": [410, "There is a newer link. Use our latest email."],
  "errors.linkUsed": [410, "This link has already been used."],
  "errors.tooManyWrongEmails": [410, "A wrong email address was entered five times, so this link no longer works."],
  "errors.emailProposalEnded": [410, "This change of address is no longer open. It was answered or withdrawn, or its link has expired."],
  "errors.emailNotForResetLink": [403, "The email address you provided cannot be used with this password reset link"],
  "errors.invalidPasswordActivationCode": [410, "Invalid password activation code"],
  // deletion
  "errors.deletionLinkExpired": [410, "The account deletion request link has expired, please create a new one if needed"],
  "errors.deletionLinkUnknown": [410, "If you have already used this link, your account is deleted."],
  "errors.emailNotForDeletionLink": [403, "The email address you provided cannot be used with this account deletion link"],
  "errors.accountNotDeletable": [409, "Could not delete the account, please contact our support"],
  "errors.lastAdministrator": [409, "This is the last administrator. Make somebody else an administrator first."],
  "errors.invalidUserDeletionCode": [410, "Invalid user deletion code."],
  "errors.failedToDeleteUser": [410, "Failed to delete user."],
  // badges and one-time codes
  "errors.otherSessionOpen": [409, "Someone else is logged in here."],
  "errors.qrLoginUrlInValid": [401, "The QR login link was not valid."],
  "errors.oneTimeCodeInvalid": [401, "This code is not valid. Ask your teacher for a new one."],
  "errors.studentNameInvalid": [400, "The name must be 1 to 64 characters long and hold no special characters."],
  "errors.playerGroupFull": [409, "This class has 1,000 players, the most it can have. Create another class for more."],
  "errors.moreThanStudent": [403, "This account is not only a student of your school. Ask an administrator."],
  // lists of students
  "errors.importChanged": [409, "This list or the class has changed since it was checked. Check the list again."],
  "errors.importUndone": [409, "This list is already undone."],
  "errors.importTooOld": [409, "A list can be undone for 24 hours, and this one is older."],
  "errors.importStudentPresent": [409, "A student of this list has logged in. The list can no longer be undone."],
  "errors.importStudentChanged": [409, "A student of this list was renamed, moved or removed. The list can no longer be undone."],
  "errors.importBadgeChanged": [
    409,
    "A student of this list got a new badge or a one-time code, or the badge was voided. The list can no longer be undone.",
  ],
  "errors.importClassGrown": [409, "Other students joined a class of this list. The list can no longer be undone."],
  // the school's own lists
  "errors.rosterNotConnected": [409, "This organization is not connected to such lists."],
  "errors.rosterSchoolByAdministrator": [403, "Only an administrator of the portal can set the organization number of a school."],
  "errors.rosterSchoolTaken": [409, "Another organization already has this number."],
  "errors.rosterChanged": [
    409,
    "The classes have changed since these changes were computed. They are computed again: read them once more.",
  ],
  "errors.rosterDecided": [409, "Somebody else has already decided on these changes."],
  "errors.rosterUnderWay": [409, "The list of this organization is being applied or undone at the moment. Wait until it is done."],
  "errors.rosterStopped": [409, "More than a fifth of a class would disappear. Confirm that this is right."],
  "errors.rosterTouched": [
    409,
    "These changes can no longer be undone. They are older than 24 hours or not the latest, or somebody has used or changed what they made.",
  ],
  // students who change classes or schools
  "errors.classMoveChanged": [
    409,
    "Nobody was moved: a student has already left this class, or one of the classes was archived. Check the class and try again.",
  ],
  "errors.transferOpen": [409, "This student already has an open transfer to another school. Withdraw it before you start a new one."],
  "errors.transferEnded": [410, "This transfer is no longer open: it was accepted, declined or withdrawn."],
  "errors.transferExpired": [410, "This transfer has expired. Ask the sending school for a new link."],
  "errors.transferOwnSchool": [409, "This student is at your own school. Somebody at the new school must open the link."],
  "errors.transferStudentLeft": [409, "This student is no longer at the sending school. The transfer cannot be accepted."],
  "errors.transferNotStudent": [409, "This account is not only a student's, so it cannot change schools this way. Contact our support."],
  "errors.transferAlreadyHere": [409, "This student is already at this school."],
  // lessons
  "errors.lessonOver": [409, "This lesson is over. Start a new one."],
  "errors.tooManyBoards": [429, "You have too many boards open. Close some of them."],
  // seats
  "errors.userCodeInvalid": [404, "No device shows this code now. Compare the letters with the device, and enter them again."],
  "errors.seatTaken": [409, "A student already has a seat at this device."],
  "errors.deviceNotWaiting": [409, "This device no longer waits. Look at its screen: it shows a new code, or the game has stopped."],
  // display name
  "errors.displayNameNotPermitted": [403, "Cannot set display name: Your account has no permission to do this."],
  "errors.displayNameLength": [400, "The name must be 3 to 64 characters long."],
  "errors.displayNameSpecialCharacters": [
    400,
    "Non-allowed special characters in the name. Please make sure to avoid using non-necessary special characters or symbols.",
  ],
  // administration
  "errors.changedMeanwhile": [409, "Someone else changed this. Check it before you save."],
  "errors.loginTypeNotAssignable": [400, "Selected login type is not allowed for this user."],
  "errors.roleRequired": [400, "At least one role must always be assigned."],
  "errors.roleNotAssignable": [403, "Selected role is not allowed for this user."],
  "errors.nameOrEmailRequired": [400, "Either display name or email is required."],
  "errors.emailRequired": [400, "Email is required for the selected role or login type."],
  "errors.qrCodeForStudentsOnly": [400, "QR code logins are only permitted for students."],
  "errors.emailTaken": [409, "An account with this email address already exists."],
  "errors.organizationRequired": [400, "Select an organization."],
  "errors.organizationKeyInvalid": [400, "Valid organization key not provided."],
  "errors.organizationDescriptionInvalid": [400, "The description must be 1 to 64 characters long."],
  "errors.organizationKeyTaken": [409, "An organization with this key already exists."],
  "errors.gameUnknown": [400, "One of the games does not exist."],
  "errors.callbackUrlUnsafe": [400, "A callback must be an https address, a loopback address, or an app's own scheme with a dot in it."],
  "errors.gameKeyInvalid": [
    400,
    'A game key has 3 to 64 letters from a to z, digits, dots, hyphens or underscores. It starts with a letter or digit, is not all digits, and is not "dashboard".',
  ],
  "errors.gameKeyTaken": [409, "A game with this key already exists."],
  "errors.gameNumberTaken": [409, "A game with this number already exists."],
  "errors.gameLanguageInvalid": [400, "Enter a language tag, such as en, nb or pt-BR."],
  "errors.resourceLinkUnsafe": [
    400,
    "A link is an https address with a path, at most one for the start of the game and one for its dashboard.",
  ],
  "errors.gameScopeByAdministrator": [403, "The game is in use. Only an administrator can widen its scope."],
  "errors.editionKeyInvalid": [400, "The key of an edition starts with the key of its game and a hyphen."],
  "errors.tooManyEditions": [409, "You own 20 games. Ask an administrator for more."],
  "errors.gameRetired": [409, "This game is already retired."],
  "errors.gameNotRetired": [409, "This game is in use. There is nothing to restore."],
  "errors.statusNotAllowed": [409, "The account is not in a state in which this can be done."],
  "errors.deactivatedByPlatform": [
    403,
    "An administrator of the platform deactivated this account. Only an administrator can reactivate it. Contact our support.",
  ],
  "errors.notYourself": [409, "You cannot do this to your own account."],
  "errors.noWayToLogIn": [409, "You could no longer log in. Keep a way that works for you, or connect another one on your profile first."],
  "errors.memberUnknown": [404, "Nobody in this organization has this email address."],
  "errors.tooManyMembers": [400, "At most 500 lines at a time."],
  // support
  "errors.supportReasonLength": [400, "The reason must be 10 to 300 characters long."],
  "errors.supportViewAdministrator": [403, "You cannot see the portal as another administrator."],
  "errors.supportViewStudent": [403, "You cannot see the portal as a child. Ask the child's teacher."],
  "errors.supportViewOpen": [409, "You already see the portal as somebody else. End that first."],
  "errors.supportViewOnly": [403, "You are only looking. Nothing can be changed, and codes and exports are not shown."],
  "errors.supportViewOver": [409, "The time to look is over, and nothing was changed. Load the page again."],
  "errors.otherAccount": [
    409,
    "This page belongs to another account than the one logged in now. Nothing was changed. Load the page again.",
  ],
  // game and dashboard login
  "errors.gameNotAvailable": [404, "This game is not available to you."],
  "errors.gameLoginTypeNotAllowed": [403, "This game cannot be opened with the way you logged in."],
  "errors.gamePermissionMissing": [403, "Your account has no permission to open this game."],
  "errors.callbackUrlNotRegistered": [400, "The address the game wants to be called back at is not registered for it."],
  "errors.gameScopeTooWide": [403, "The game asks for more than it may. Tell the people who run the game."],
  "errors.consentNeeded": [403, "Say first that you want to open this game."],
  "errors.clientCodeInvalid": [400, "The game sent a clientCode that is not a PKCE challenge (S256)."],
  "errors.organizationNotChosen": [400, "Choose an organization first."],
  "errors.handoverNotFound": [404, "There is no such hand-over."],
  // conformance runs
  "errors.conformanceRunEnded": [409, "This run is over. Start a new one."],
  "errors.scenePlaying": [409, "A scene of yours is being played. Wait until it has ended."],
  "errors.gameStartMissing": [409, "The game has no start address. Enter one, or play the game yourself."],
  // tokens (RFC 6749, section 5.2)
  "errors.clientInvalid": [401, "The client is unknown, or its secret is wrong."],
  "errors.grantInvalid": [400, "The code or token is unknown, used, expired, or was issued for something else."],
  "errors.grantTypeUnsupported": [400, "Only authorization_code, refresh_token and device codes are supported."],
  "errors.gameWithoutBadges": [400, "This game does not accept badges, so devices get no code for it."],
  "errors.authorizationPending": [400, "Nobody has seated a student at this device yet. Ask again after the interval."],
  "errors.pollingTooFast": [400, "The device asks too often. Wait five seconds longer between two requests."],
  "errors.deviceCodeExpired": [400, "The device code has expired. Request a new one."],
  "errors.seatRefused": [400, "The teacher refused this device, or the lesson is over. Request a new code."],
  "errors.scopeNotGranted": [400, "The login was not given this scope. A refresh can only narrow it."],
  "errors.scopeNotHeld": [403, "A token can only be narrowed to rights its owner holds."],
  "errors.scopeInsufficient": [
    403,
    "The scope of the access token is too small. userinfo needs openid and a token that was not narrowed, playerGroups needs PLAYERGROUP, userGroups needs USERGROUP.",
  ],
  "errors.accessTokenInvalid": [401, "The access token is not valid."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof refusals;

export const errorCodes = Object.keys(refusals).filter(isErrorCode);

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && Object.hasOwn(refusals, value);
}

/** The body of every refusal. `errors` has an entry for each refused field. An entry without a field is the cause. */
export const errorEnvelope = z.object({
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  errors: z.optional(z.array(z.object({ field: z.optional(z.string()), message: z.string(), code: z.optional(z.string()) }))),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelope>;
export type FieldError = NonNullable<ErrorEnvelope["errors"]>[number];

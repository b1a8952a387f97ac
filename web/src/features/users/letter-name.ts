import { m } from "@storyport/texts/messages";

/** By the letter's name in the outbox. An unknown name is shown as it is. */
const letterNames: Readonly<Record<string, () => string>> = {
  activation: () => m["users.letterActivation"](),
  backupCodesRenewed: () => m["users.letterBackupCodesRenewed"](),
  backupCodeUsed: () => m["users.letterBackupCodeUsed"](),
  deleted: () => m["users.letterDeleted"](),
  deletion: () => m["users.letterDeletion"](),
  emailChanged: () => m["users.letterEmailChanged"](),
  emailIsNow: () => m["users.letterEmailIsNow"](),
  emailProposed: () => m["users.letterEmailProposed"](),
  factorAdded: () => m["users.letterFactorAdded"](),
  factorRemoved: () => m["users.letterFactorRemoved"](),
  gameRight: () => m["users.letterGameRight"](),
  identityConnected: () => m["users.letterIdentityConnected"](),
  identityDisconnected: () => m["users.letterIdentityDisconnected"](),
  nameSharing: () => m["users.letterNameSharing"](),
  newLogin: () => m["users.letterNewLogin"](),
  organizationAsks: () => m["users.letterOrganizationAsks"](),
  otherWays: () => m["users.letterOtherWays"](),
  passkeyAdded: () => m["users.letterPasskeyAdded"](),
  passkeyCopied: () => m["users.letterPasskeyCopied"](),
  passkeyRemoved: () => m["users.letterPasskeyRemoved"](),
  passkeysRequired: () => m["users.letterPasskeysRequired"](),
  passkeysReset: () => m["users.letterPasskeysReset"](),
  passwordChanged: () => m["users.letterPasswordChanged"](),
  reset: () => m["users.letterReset"](),
  rosterWaiting: () => m["users.letterRosterWaiting"](),
  stopped: () => m["users.letterStopped"](),
  supportView: () => m["users.letterSupportView"](),
  transfer: () => m["users.letterTransfer"](),
};

/** Returns the name of a letter in words. */
export function letterName(letter: string): string {
  return Object.hasOwn(letterNames, letter) ? (letterNames[letter]?.() ?? letter) : letter;
}

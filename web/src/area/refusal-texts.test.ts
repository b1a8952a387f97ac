/**
 * Screens know the refusals of their calls. A refusal without a text appears as the server's English sentence. The lists of the calls are
 * written by hand. `errors.invalidInput` may be left out of an endpoint's refusals, so the tests of the screens have it.
 */
import * as classImports from "@storyport/contract/class-imports";
import * as classMoves from "@storyport/contract/class-moves";
import * as conformance from "@storyport/contract/conformance";
import * as confirmations from "@storyport/contract/confirmations";
import * as erasures from "@storyport/contract/erasures";
import type { ErrorCode } from "@storyport/contract/error-codes";
import * as federatedLogin from "@storyport/contract/federated-login";
import * as gameRights from "@storyport/contract/game-rights";
import * as games from "@storyport/contract/games";
import * as lessons from "@storyport/contract/lessons";
import * as organizations from "@storyport/contract/organizations";
import * as passkeys from "@storyport/contract/passkeys";
import * as playerGroups from "@storyport/contract/player-groups";
import * as players from "@storyport/contract/players";
import * as qrLogin from "@storyport/contract/qr-login";
import * as rosters from "@storyport/contract/rosters";
import * as seats from "@storyport/contract/seats";
import * as secondFactor from "@storyport/contract/second-factor";
import * as supportViews from "@storyport/contract/support-views";
import * as transfers from "@storyport/contract/transfers";
import * as userGroups from "@storyport/contract/user-groups";
import * as users from "@storyport/contract/users";
import { expect, test } from "vitest";
import { failureOfCode } from "#/api/failure-of-code.ts";
import { hasText } from "#/api/failure-text.ts";
import { importTexts } from "#/features/class-imports/import-texts.ts";
import { classMoveTexts } from "#/features/class-moves/class-move-texts.ts";
import { confirmationTexts } from "#/features/confirmations/confirmation-texts.ts";
import { erasureTexts, receiptTexts } from "#/features/erasures/erasure-texts.ts";
import { identityTexts } from "#/features/federated-login/identity-texts.ts";
import { benchTexts } from "#/features/game-rights/bench-words.ts";
import { gameSettingsTexts } from "#/features/games/game-words.ts";
import { lessonTexts } from "#/features/lessons/lesson-texts.ts";
import { organizationTexts } from "#/features/organizations/organization-words.ts";
import { ownPasskeyTexts, passkeyLoginTexts } from "#/features/passkeys/passkey-texts.ts";
import { groupFormTexts, groupTexts } from "#/features/player-groups/group-texts.ts";
import { playerTexts } from "#/features/players/player-texts.ts";
import { rosterRefusals } from "#/features/rosters/roster-texts.ts";
import { deviceListTexts, deviceTexts, seatTexts } from "#/features/seats/seat-texts.ts";
import { secondFactorTexts } from "#/features/second-factor/second-factor-texts.ts";
import { supportViewTexts } from "#/features/support-views/support-view-texts.ts";
import { offerTexts, transferTexts } from "#/features/transfers/transfer-texts.ts";
import { userGroupTexts } from "#/features/user-groups/user-group-words.ts";
import { userTexts } from "#/features/users/user-words.ts";
// Adds the texts that every page of the area has.
import "#/shell/user-menu.tsx";

interface Screens {
  texts: Readonly<Record<string, () => string>>;
  calls: readonly { name: string; refusals: readonly ErrorCode[] }[];
  /** Refusals that another screen shows, or that these screens show in another way. */
  elsewhere?: readonly ErrorCode[];
}

const { GOOGLE: finishLogin } = federatedLogin.finishLogins;

const screens: Record<string, Screens> = {
  benchTexts: {
    texts: benchTexts,
    calls: [
      gameRights.listOwnGames,
      gameRights.editOwnGame,
      gameRights.createEdition,
      gameRights.listGameRights,
      gameRights.setGameRight,
      gameRights.listRefusedLogins,
      conformance.startConformanceRun,
      conformance.listConformanceRuns,
      conformance.getConformanceRun,
      conformance.playScene,
      conformance.chooseScene,
      conformance.startWalk,
      conformance.shareConformanceRun,
    ],
  },
  classMoveTexts: { texts: classMoveTexts, calls: [classMoves.checkClassMove, classMoves.moveStudents] },
  confirmationTexts: {
    texts: confirmationTexts,
    calls: [
      confirmations.confirmLogin,
      federatedLogin.confirmAtProvider,
      confirmations.startPasskeyConfirmation,
      confirmations.confirmByPasskey,
      finishLogin,
    ],
    // Only a login and a new connection meet these.
    elsewhere: ["errors.identityTaken", "errors.passkeyNeeded", "errors.passwordLength"],
  },
  deviceListTexts: { texts: deviceListTexts, calls: [seats.listDevices] },
  deviceTexts: { texts: deviceTexts, calls: [seats.renameDevice, seats.removeDevice] },
  erasureTexts: { texts: erasureTexts, calls: [erasures.previewErasure, erasures.eraseStudent] },
  gameSettingsTexts: {
    texts: gameSettingsTexts,
    calls: [games.createGame, games.editGame, games.retireGame, games.restoreGame, games.listGameOrganizations, gameRights.editOwnGame],
    // The forms with these texts do not change the scope.
    elsewhere: ["errors.gameScopeByAdministrator"],
  },
  groupFormTexts: { texts: groupFormTexts, calls: [playerGroups.editPlayerGroup, playerGroups.createPlayerGroup] },
  groupTexts: {
    texts: groupTexts,
    calls: [
      qrLogin.listBadges,
      qrLogin.issueBadges,
      qrLogin.reprintBadges,
      qrLogin.voidBadges,
      qrLogin.issueOneTimeCodes,
      qrLogin.voidOneTimeCodes,
      players.createStudent,
      playerGroups.getPlayerGroup,
    ],
  },
  identityTexts: {
    texts: identityTexts,
    calls: [federatedLogin.connectIdentity, federatedLogin.disconnectIdentity, finishLogin],
    // Only a login and a confirmation meet these.
    elsewhere: ["errors.identityNotYours", "errors.noLoginPermissions", "errors.userNotActive"],
  },
  importTexts: {
    texts: importTexts,
    calls: [classImports.checkClassImport, classImports.importClass, classImports.undoClassImport, classImports.reprintClassImport],
  },
  lessonTexts: {
    texts: lessonTexts,
    calls: [
      lessons.getRunningLesson,
      lessons.startLesson,
      lessons.getLessonBoard,
      lessons.watchLessonBoard,
      lessons.ringBell,
      lessons.giveLessonCode,
    ],
  },
  offerTexts: { texts: offerTexts, calls: [transfers.checkTransfer, transfers.acceptTransfer, transfers.declineTransfer] },
  organizationTexts: {
    texts: organizationTexts,
    calls: [
      organizations.createOrganization,
      organizations.getOrganization,
      organizations.editOrganization,
      organizations.getNameSharing,
      organizations.requirePasskeys,
      organizations.listOrganizationMembers,
      organizations.removeOrganizationMember,
      organizations.shareNames,
    ],
  },
  ownPasskeyTexts: {
    texts: ownPasskeyTexts,
    calls: [passkeys.startPasskeyRegistration, passkeys.addPasskey, passkeys.renamePasskey, passkeys.removePasskey],
  },
  passkeyLoginTexts: {
    texts: passkeyLoginTexts,
    calls: [
      passkeys.startPasskeyLogin,
      passkeys.logInWithPasskey,
      passkeys.completeLoginByPasskey,
      confirmations.startPasskeyConfirmation,
      confirmations.confirmByPasskey,
    ],
  },
  playerTexts: { texts: playerTexts, calls: [players.getPlayer, players.editPlayer] },
  receiptTexts: { texts: receiptTexts, calls: [erasures.getErasure] },
  rosterRefusals: {
    texts: rosterRefusals,
    calls: [
      rosters.getRosters,
      rosters.connectRoster,
      rosters.disconnectRoster,
      rosters.checkRoster,
      rosters.getRosterRun,
      rosters.listRosterChanges,
      rosters.applyRoster,
      rosters.discardRoster,
      rosters.undoRoster,
    ],
  },
  seatTexts: { texts: seatTexts, calls: [seats.adoptDevice, seats.seatChild, seats.refuseDevice] },
  secondFactorTexts: {
    texts: secondFactorTexts,
    calls: [
      secondFactor.secondFactorStatus,
      secondFactor.enrolSecondFactor,
      secondFactor.confirmSecondFactor,
      secondFactor.verifySecondFactor,
      secondFactor.renewBackupCodes,
      secondFactor.removeSecondFactor,
    ],
  },
  supportViewTexts: { texts: supportViewTexts, calls: [supportViews.beginSupportView, supportViews.endSupportView] },
  transferTexts: { texts: transferTexts, calls: [transfers.listTransfers, transfers.openTransfer, transfers.withdrawTransfer] },
  userGroupTexts: {
    texts: userGroupTexts,
    calls: [
      userGroups.createUserGroup,
      userGroups.getUserGroup,
      userGroups.editUserGroup,
      userGroups.listGroupMembers,
      userGroups.addGroupMembers,
      userGroups.setGroupMember,
      userGroups.removeGroupMember,
    ],
  },
  userTexts: {
    texts: userTexts,
    calls: [
      users.getUser,
      users.createUser,
      users.editUser,
      users.deactivateUser,
      users.reactivateUser,
      users.activateUser,
      users.sendUserLink,
      users.endUserSessions,
      users.resetUserSecondFactor,
      users.resetUserPasskeys,
      users.confirmEmailProposal,
      users.cancelEmailProposal,
      users.deleteUserByAdmin,
    ],
  },
};

test.each(Object.entries(screens))("%s has a text for each refusal of its calls", (_, { texts, calls, elsewhere = [] }) => {
  const withoutText = calls.flatMap(({ name, refusals }) =>
    refusals.filter((code) => !elsewhere.includes(code) && !hasText(failureOfCode(code), texts)).map((code) => `${name} ${code}`),
  );
  expect(withoutText).toEqual([]);
});

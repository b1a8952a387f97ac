/**
 * The least that each call needs. It is written by hand and not read from the contract, so that a wrong `access` there fails a test. So does an
 * endpoint that is missing or repeated here.
 */
import type { PermissionKey } from "@storyport/contract/vocabulary";

/** Without a session: public pages, logins, games with their own proof, providers that redirect back. */
const open = `
  activateAccount answerEmailProposal checkActivationCode checkDeletionCode checkEmailProposal checkInvitation deleteUser deleteUserByForm
  finishAppleLogin finishFeideLogin finishGoogleLogin gameLoginStatus getUserinfo issueTokens listLoginTypes listTokenRights logInWithBadge
  logInWithOneTimeCode logInWithPasskey logInWithPassword logOut logOutByGame narrowScope postUserinfo publicManifest readConformanceReport
  receiveAppleLogin requestDeviceCode requestPasswordReset requestUserDeletion requestedLoginTypes revokeToken setPassword startAppleLogin startFeideLogin
  startGoogleLogin startPasskeyLogin`;

const withSession: Record<PermissionKey | "any", string> = {
  any: `
    addPasskey answerOwnEmailProposal chooseScene completeLoginByPasskey confirmAtProvider confirmByPasskey confirmLogin confirmSecondFactor
    connectIdentity consentToGameLogin createEdition disconnectIdentity editOwnGame endOtherSessions endOwnSession endSupportView endWalk
    enrolSecondFactor exportOwnData finishGameLogin getConformanceRun getHalfLogin getOwnEmailProposal listConformanceRuns listGameRights listOwnGames
    listOwnIdentities listOwnPasskeys listOwnPermissions listOwnSessions listRefusedLogins openDashboard organizationManifest ownManifest playScene removePasskey
    removeSecondFactor renamePasskey renewBackupCodes secondFactorStatus setDisplayName setGameRight setLanguage shareConformanceRun
    startConformanceRun startPasskeyConfirmation startPasskeyRegistration startWalk validateAuth verifySecondFactor waysToConfirm`,
  view_user_group: "getUserGroup listGroupMembers listUserGroups listUserGroupsOf searchUserGroups",
  manage_players: `
    adoptDevice listDevices listRunningLessons refuseDevice removeDevice renameDevice seatChild
    answerMissing listMissingOfClass
    checkClassImport importClass listClassImports reprintClassImport undoClassImport
    acceptTransfer checkClassMove checkLogin checkTransfer createPlayerGroup createStudent declineTransfer editPlayer editPlayerGroup
    eraseStudent exportPersonalData getErasure getLessonBoard getPlayer getPlayerGroup getRunningLesson giveLessonCode issueBadges
    issueOneTimeCodes listBadges listClassOverviews listOwnPlayers listPlayerGroupRights listPlayerGroupRightsOf listTransfers
    moveStudents openTransfer previewErasure reprintBadges ringBell withdrawTransfer
    searchPlayerGroupRights setPlayerGroupRight startLesson voidBadges voidOneTimeCodes watchLessonBoard`,
  manage_members: `
    activateUser addGroupMembers cancelEmailProposal createUser createUserGroup deactivateUser editUser editUserGroup endUserSessions
    getNameSharing getOrganization getUser listAuditEvents listOrganizationMembers listOrganizations listRolesAndPermissions reactivateUser
    applyRoster checkRoster connectRoster disconnectRoster discardRoster getRosterRun getRosters keepMissingStudents listRosterChanges undoRoster
    removeGroupMember removeOrganizationMember requirePasskeys searchOrganizations sendUserLink setGroupMember shareNames`,
  admin: `
    beginSupportView confirmEmailProposal createGame createOrganization deleteUserByAdmin editGame editOrganization exportAuditEvents exportPlayers
    exportUsers getHealth listGameOrganizations listGames listPlayersOfUser resetUserPasskeys resetUserSecondFactor restoreGame retireGame
    searchPlayers searchUsers`,
  login: "",
  login_dashboard: "",
  play_premium: "",
  set_display_name: "",
};

/**
 * A badge session may hand over, and read its own user, permissions and games. In a support view of a person with a badge it may end the view.
 */
const withBadge = wordsOf("consentToGameLogin endSupportView finishGameLogin listOwnPermissions ownManifest validateAuth");

/** While a second factor is missing: to be proved (half-authenticated), or to be set up (enrolling). */
const inIncompleteLogin = {
  "half-authenticated": wordsOf("completeLoginByPasskey getHalfLogin verifySecondFactor"),
  enrolling: wordsOf("confirmSecondFactor enrolSecondFactor secondFactorStatus"),
};
/** Refused to a full session. */
const onlyInIncompleteLogin = wordsOf("completeLoginByPasskey getHalfLogin verifySecondFactor");

/** The permissions of the portal's own roles. Add a new role in a migration and here. */
export const permissionsOfRoles: Record<string, PermissionKey[]> = {
  admin: ["admin", "login", "login_dashboard", "manage_members", "manage_players", "play_premium", "set_display_name", "view_user_group"],
  organization_admin: ["login", "login_dashboard", "manage_members", "manage_players", "set_display_name", "view_user_group"],
  group_manager: ["login", "login_dashboard", "manage_players", "set_display_name", "view_user_group"],
  teacher: ["login", "login_dashboard", "manage_players", "set_display_name", "view_user_group"],
  member: ["login", "set_display_name"],
  premium: ["play_premium"],
  student: ["login"],
  guest: [],
};

export type Least = "open" | "any" | PermissionKey;

/** Returns every place that contains a name. */
export function leastOf(name: string): Least[] {
  const found: Least[] = wordsOf(open).includes(name) ? ["open"] : [];
  for (const [needed, names] of Object.entries(withSession) as [PermissionKey | "any", string][]) {
    if (wordsOf(names).includes(name)) found.push(needed);
  }
  return found;
}

export function namesInTable(): string[] {
  return [open, ...Object.values(withSession)].flatMap(wordsOf);
}

export function isForBadge(name: string): boolean {
  return withBadge.includes(name);
}

export function isInIncompleteLogin(name: string, actor: keyof typeof inIncompleteLogin): boolean {
  return inIncompleteLogin[actor].includes(name);
}

export function isOnlyInIncompleteLogin(name: string): boolean {
  return onlyInIncompleteLogin.includes(name);
}

function wordsOf(names: string): string[] {
  return names.split(/\s+/).filter((name) => name !== "");
}

/** The public pages. The first row that matches a visit answers it. answer-visit.tsx draws its screen, entry-public.tsx hydrates it. */
import { checkDeletionCode } from "@storyport/contract/accounts";
import { checkEmailProposal } from "@storyport/contract/email-changes";
import { readGameRequest } from "@storyport/contract/game-request";
import { cookieNames } from "@storyport/contract/limits";
import { checkActivationCode } from "@storyport/contract/passwords";
import { m } from "@storyport/texts/messages";
import { ApiError } from "#/api/api-error.ts";
import { readCode } from "#/api/read-code.ts";
import { ConfirmDeletionScreen } from "#/features/accounts/confirm-deletion-screen.tsx";
import { DeletePlayerScreen } from "#/features/accounts/delete-player-screen.tsx";
import { DeleteUserScreen } from "#/features/accounts/delete-user-screen.tsx";
import { RegisterScreen } from "#/features/accounts/register-screen.tsx";
import { RequestDeletionScreen } from "#/features/accounts/request-deletion-screen.tsx";
import { SetDisplayNameScreen } from "#/features/accounts/set-display-name-screen.tsx";
import { ConfirmedScreen } from "#/features/confirmations/confirmed-screen.tsx";
import { LeavingScreen } from "#/features/conformance/leaving-screen.tsx";
import { loadReport } from "#/features/conformance/load-report.ts";
import { readLeaving } from "#/features/conformance/read-leaving.ts";
import { ReportScreen } from "#/features/conformance/report-screen.tsx";
import { readDashboardRequest, readDashboardSearch } from "#/features/dashboard-login/dashboard-request.ts";
import { DashboardRedirectScreen } from "#/features/dashboard-login/dashboard-redirect-screen.tsx";
import { NoPermissionScreen } from "#/features/dashboard-login/no-permission-screen.tsx";
import { startDashboardLogin } from "#/features/dashboard-login/start-dashboard-login.ts";
import { ConfirmEmailScreen } from "#/features/email-changes/confirm-email-screen.tsx";
import { FailedProviderScreen } from "#/features/federated-login/failed-provider-screen.tsx";
import { ProviderScreen } from "#/features/federated-login/provider-screen.tsx";
import { UnknownPersonScreen } from "#/features/federated-login/unknown-person-screen.tsx";
import { readGameLoginSearch } from "#/features/game-login/game-request.ts";
import { GameRedirectScreen } from "#/features/game-login/game-redirect-screen.tsx";
import { RedirectedScreen } from "#/features/game-login/redirected-screen.tsx";
import { startGameLogin } from "#/features/game-login/start-game-login.ts";
import { readLinkSearch } from "#/features/links/link-search.ts";
import { loadPreviewedPage, loadLinkPage } from "#/features/links/load-link-page.ts";
import { HomeScreen } from "#/features/login/home-screen.tsx";
import { keepRequest, loadAccountPage, loadHomeAtLogin, loadLogin } from "#/features/login/load-login-page.ts";
import { LoginScreen } from "#/features/login/login-screen.tsx";
import { readLoginSearch } from "#/features/login/login-search.ts";
import { PasswordLoginScreen } from "#/features/login/password-login-screen.tsx";
import { failedProvider, isUnknownPerson } from "#/features/login/provider-return.ts";
import { requireHalfLogin } from "#/features/login/require-account.ts";
import { PostLoginScreen } from "#/features/login-state/post-login-screen.tsx";
import { LogoutScreen } from "#/features/logout/logout-screen.tsx";
import { loadHalfLogin } from "#/features/passkeys/load-half-login.ts";
import { PasskeyStepScreen } from "#/features/passkeys/passkey-step-screen.tsx";
import { ActivateAccountScreen } from "#/features/passwords/activate-account-screen.tsx";
import { ForgotPasswordScreen } from "#/features/passwords/forgot-password-screen.tsx";
import { loadSetPassword } from "#/features/passwords/load-set-password.ts";
import { SetPasswordScreen } from "#/features/passwords/set-password-screen.tsx";
import { OneTimeCodeScreen } from "#/features/qr-login/one-time-code-screen.tsx";
import { QrLoginScreen } from "#/features/qr-login/qr-login-screen.tsx";
import { ScanScreen } from "#/features/qr-login/scan-screen.tsx";
import { EnrolmentScreen } from "#/features/second-factor/enrolment-screen.tsx";
import { readSecondFactorSearch } from "#/features/second-factor/second-factor-search.ts";
import { SecondFactorScreen } from "#/features/second-factor/second-factor-screen.tsx";
import { AccountCheckFailed } from "#/shell/account-check-failed.tsx";
import { NotFoundPage } from "#/shell/not-found-page.tsx";
import { redirectTo } from "#/shell/redirect.ts";
import { UnavailableScreen } from "#/shell/unavailable-screen.tsx";
import { publicPage, publicRedirect } from "./public-page.tsx";
import type { PublicPage } from "./public-page.tsx";
import { afterLogin, errorOf, failureOf, formOf, formToLogin, isLoggedIn, loggedIn, loginDescription } from "./row-parts.ts";
import { loginTitle, nothing, pageOf, pagesAfterLogin } from "./row-parts.ts";

export const pages: readonly PublicPage[] = [
  publicPage({
    path: "/",
    needs: "database",
    title: () => m["login.welcome"](),
    load: async (visit) => {
      if (visit.visitor.is === "nobody") redirectTo("/login");
      if (visit.visitor.is === "unclear") throw new ApiError(visit.visitor.failure);
      return { page: await loadAccountPage(visit) };
    },
    Screen: HomeScreen,
  }),

  // Logging in
  publicPage({
    path: "/login",
    needs: "database",
    when: isLoggedIn,
    title: loginTitle,
    hasForm: true,
    load: loadHomeAtLogin,
    Screen: HomeScreen,
  }),
  publicPage({
    path: "/login",
    when: ({ search }) => isUnknownPerson(readLoginSearch(search)),
    title: loginTitle,
    hasForm: true,
    load: (visit) => ({ search: keepRequest(visit) }),
    Screen: UnknownPersonScreen,
  }),
  publicPage({
    path: "/login",
    when: ({ search }) => failedProvider(readLoginSearch(search)) !== undefined,
    title: loginTitle,
    hasForm: true,
    load: loadLogin,
    Screen: FailedProviderScreen,
  }),
  publicPage({ path: "/login", title: loginTitle, description: loginDescription, hasForm: true, load: loadLogin, Screen: LoginScreen }),
  publicPage({
    path: "/login/password",
    title: () => m["login.passwordTitle"](),
    hasForm: true,
    load: ({ search, cookies }) => ({ error: readCode(search["error"]), attemptedEmail: cookies.read(cookieNames.loginAttempt) }),
    Screen: PasswordLoginScreen,
  }),
  publicPage({ path: "/login/feide", ...pageOf("FEIDE"), Screen: ProviderScreen }),
  publicPage({ path: "/login/google", ...pageOf("GOOGLE"), Screen: ProviderScreen }),
  publicPage({ path: "/login/apple", ...pageOf("APPLE"), Screen: ProviderScreen }),
  publicPage({
    path: "/login/code",
    title: () => m["qrLogin.haveCode"](),
    hasForm: true,
    load: errorOf,
    Screen: OneTimeCodeScreen,
  }),
  publicPage({ path: "/login/scan", title: () => m["qrLogin.scan"](), usesCamera: true, load: nothing, Screen: ScanScreen }),
  publicPage({
    // The server logs nobody in. The browser alone makes the login call, so that a link preview does not use the badge.
    path: "/login/qr",
    title: () => m["qrLogin.title"](),
    load: ({ search, isFromElsewhere }) => {
      if ((search["code"] ?? "") === "") redirectTo("/");
      return { given: readGameRequest(search), asksFirst: isFromElsewhere };
    },
    Screen: QrLoginScreen,
  }),
  publicPage({
    path: "/login/second-factor",
    when: ({ search }) => search["enrol"] === "1",
    title: () => m["secondFactor.enrolTitle"](),
    load: requireHalfLogin,
    Screen: EnrolmentScreen,
  }),
  publicPage({
    path: "/login/second-factor",
    when: ({ search }) => search["passkey"] === "1",
    title: () => m["passkeys.title"](),
    load: loadHalfLogin,
    Screen: PasskeyStepScreen,
  }),
  publicPage({
    path: "/login/second-factor",
    title: () => m["secondFactor.askTitle"](),
    hasForm: true,
    load: async (visit) => ({ ...(await loadHalfLogin(visit)), search: readSecondFactorSearch(visit.search) }),
    Screen: SecondFactorScreen,
  }),
  publicPage({
    path: "/login/confirmed",
    needs: "nothing",
    title: () => m["confirmations.title"](),
    load: errorOf,
    Screen: ConfirmedScreen,
  }),
  publicPage({
    path: "/post-login",
    title: () => m["loginState.postLogin"](),
    refresh: afterLogin,
    load: (visit) => ({ ...loggedIn(visit), ownPages: pagesAfterLogin() }),
    Screen: PostLoginScreen,
  }),
  publicPage({ path: "/set-display-name", title: () => m["setDisplayName.title"](), load: loggedIn, Screen: SetDisplayNameScreen }),
  publicPage({
    path: "/logout",
    needs: "nothing",
    title: () => m["logout.title"](),
    // The page says "not logged in" only if that is certain. If the login could not be checked, it offers a retry.
    load: ({ visitor }) => {
      if (visitor.is === "unclear") throw new ApiError(visitor.failure);
      return {};
    },
    Screen: LogoutScreen,
  }),

  // Forwarding to a game or to the dashboard
  publicRedirect("/game-login", (visit) => startGameLogin(visit, readGameRequest(visit.search))),
  publicPage({
    path: "/game-redirect",
    title: () => m["gameLogin.title"](),
    load: ({ search }) => ({ search: readGameLoginSearch(search) }),
    Screen: GameRedirectScreen,
  }),
  publicPage({ path: "/redirected", needs: "nothing", title: () => m["redirected.text"](), load: nothing, Screen: RedirectedScreen }),
  publicRedirect("/dashboard-login", (visit) => startDashboardLogin(visit, readDashboardRequest(visit.search))),
  publicPage({
    path: "/dashboard-redirect",
    title: () => m["dashboardLogin.title"](),
    load: (visit) => ({ ...loggedIn(visit), search: readDashboardSearch(visit.search) }),
    Screen: DashboardRedirectScreen,
  }),
  publicPage({
    path: "/no-permission",
    needs: "nothing",
    title: () => m["noPermission.text"](),
    load: nothing,
    Screen: NoPermissionScreen,
  }),

  // Mailed links, and forms that request them
  publicPage({
    path: "/forgot-password",
    title: () => m["passwords.forgotTitle"](),
    ...formToLogin,
    load: formOf,
    Screen: ForgotPasswordScreen,
  }),
  publicPage({
    path: "/account/set-password",
    title: ({ search }) => (search["activateAccount"] === "true" ? m["passwords.chooseTitle"]() : m["passwords.setTitle"]()),
    ...formToLogin,
    load: loadSetPassword,
    Screen: SetPasswordScreen,
  }),
  publicPage({
    path: "/new-user-password",
    title: () => m["passwords.activate"](),
    ...formToLogin,
    load: (visit) => loadLinkPage(visit, (params) => visit.call(checkActivationCode, { params })),
    Screen: ActivateAccountScreen,
  }),
  publicPage({
    path: "/account/confirm-email",
    title: () => m["emailChanges.title"](),
    ...formToLogin,
    load: (visit) => loadPreviewedPage(visit, (params) => visit.call(checkEmailProposal, { params })),
    Screen: ConfirmEmailScreen,
  }),
  publicPage({
    path: "/account/request-deletion",
    title: () => m["account.requestTitle"](),
    ...formToLogin,
    load: formOf,
    Screen: RequestDeletionScreen,
  }),
  publicPage({
    // The token leaves the address once it is read, so the page also exists without a token.
    path: "/account/delete/*",
    title: () => m["account.confirmTitle"](),
    ...formToLogin,
    load: (visit) => ({ ...formOf(visit), code: readLinkSearch({ code: visit.path.split("/")[3] }).code }),
    Screen: ConfirmDeletionScreen,
  }),
  publicPage({
    path: "/delete-user",
    title: () => m["account.deleteUser"](),
    ...formToLogin,
    load: (visit) => loadLinkPage(visit, (params) => visit.call(checkDeletionCode, { params })),
    Screen: DeleteUserScreen,
  }),
  publicPage({
    path: "/delete-player",
    needs: "nothing",
    title: () => m["account.deletePlayer"](),
    load: nothing,
    Screen: DeletePlayerScreen,
  }),
  publicPage({
    path: "/conformance-report/*",
    needs: "database",
    title: () => m["bench.reportTitle"](),
    load: loadReport,
    Screen: ReportScreen,
  }),
  publicPage({
    path: "/conformance-login",
    needs: "nothing",
    title: () => m["bench.leaveTitle"](),
    load: ({ search, searchText }) => ({ leaving: readLeaving(search, searchText), refused: search["error"] }),
    Screen: LeavingScreen,
  }),
  publicPage({ path: "/register", needs: "nothing", title: () => m["register.heading"](), load: nothing, Screen: RegisterScreen }),

  // Addresses that games already link to; each redirects to the page's only address.
  publicRedirect("/_gamecode/delete-player", ({ searchText }) => redirectTo(`/delete-player${searchText}`)),
  publicRedirect("/_gamecode/delete-user", ({ searchText }) => redirectTo(`/delete-user${searchText}`)),
  publicRedirect("/_gamecode/forgot-password", ({ searchText }) => redirectTo(`/forgot-password${searchText}`)),
  publicRedirect("/_gamecode/new-user-password", ({ searchText }) => redirectTo(`/new-user-password${searchText}`)),

  // Names in brackets match no address: the server draws these instead of a page.
  publicPage({ path: "(failed)", needs: "nothing", title: () => m["errorPage.heading"](), load: failureOf, Screen: AccountCheckFailed }),
  publicPage({
    path: "(unavailable)",
    needs: "nothing",
    title: (visit) =>
      failureOf(visit).failure.code === "errors.maintenance" ? m["unavailablePage.maintenance"]() : m["unavailablePage.heading"](),
    load: (visit) => ({
      ...failureOf(visit),
      form: visit.form,
      probe: visit.form === undefined && !visit.address.startsWith("/api/") ? visit.address : "/login",
    }),
    Screen: UnavailableScreen,
  }),
  publicPage({ path: "(not found)", needs: "nothing", title: () => m["notFound.heading"](), load: nothing, Screen: NotFoundPage }),
];

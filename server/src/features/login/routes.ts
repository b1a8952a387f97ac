import { endpointUrl } from "@storyport/contract/endpoint";
import * as confirmations from "@storyport/contract/confirmations";
import * as contract from "@storyport/contract/login";
import type { LoginMethod } from "@storyport/contract/login";
import { providerFacts, providers } from "@storyport/contract/providers";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { isNativeForm } from "#/platform/http/native-form.ts";
import { acceptPosts } from "#/platform/http/posted-address.ts";
import { confirmLogin } from "./confirm-login.ts";
import { describeSession } from "./describe-session.ts";
import { logInWithPassword } from "./log-in-with-password.ts";
import { logOutByGame } from "./log-out-by-game.ts";
import { logOut } from "./log-out.ts";
import { waysToConfirm } from "./ways-to-confirm.ts";

/**
 * In the order of display. A provider that is not configured is disabled. A hidden type is no choice on the login page or for a new account.
 * Badges are issued to the students of a class. API is for programs, never for people at the portal.
 */
function loginMethods(context: AppContext): LoginMethod[] {
  return [
    { type: "PASSWORD", description: "E-mail and password", enabled: true, hidden: false },
    ...providers.map((type) => ({
      type,
      description: providerFacts[type].name,
      enabled: context.providers.names.includes(type),
      hidden: false,
    })),
    { type: "QRCODE", description: "QR badge", enabled: true, hidden: true },
    { type: "API", description: "Programs", enabled: false, hidden: true },
  ];
}

const secondFactorPages = {
  required: "/login/second-factor",
  enrol: "/login/second-factor?enrol=1",
  passkey: "/login/second-factor?passkey=1",
};

export function loginRoutes(add: AddRoute, context: AppContext, app: FastifyInstance): void {
  add(contract.validateAuth, ({ caller }) => describeSession(caller.session));

  add(contract.logInWithPassword, async ({ body, caller, cookies, request, reply }) => {
    const { answer, accountId, locale, sessionSecret, deviceSecret } = await logInWithPassword(context, caller, {
      ...body,
      deviceSecret: cookies.deviceSecret,
      formerSessionSecret: cookies.sessionSecret,
    });
    cookies.setSession(sessionSecret, accountId);
    cookies.setDevice(deviceSecret);
    cookies.offerLanguage(locale);
    // A page without script cannot read the answer, so it is redirected to the page of its next step.
    if ("secondFactor" in answer && isNativeForm(request)) return reply.redirect(secondFactorPages[answer.secondFactor], 303);
    return answer;
  });

  add(confirmations.waysToConfirm, ({ caller }) => waysToConfirm(context, caller));
  add(confirmations.confirmLogin, async ({ body, caller, cookies }) => {
    await confirmLogin(context, caller, { ...body, deviceSecret: cookies.deviceSecret });
    return undefined;
  });

  add(contract.logOut, async ({ caller, cookies, request, reply }) => {
    const { logoutRedirect, wasHalf } = await logOut(context, caller, cookies.sessionSecret);
    // Only after the logout. A logout that fails keeps the secret, so that the second try ends the session.
    cookies.clearSession();
    // A script decides itself. The form that ends a half login lets another user take the game's request over.
    if (isNativeForm(request) && !wasHalf) cookies.clearLoginState();
    if (logoutRedirect === undefined) return {};
    return isNativeForm(request) ? reply.redirect(logoutRedirect, 303) : { logoutRedirect };
  });

  acceptPosts(app, endpointUrl(contract.logOutByGame));
  add(contract.logOutByGame, async ({ query, caller, cookies, reply }) => {
    const { location, hasLoggedOut } = await logOutByGame(context, caller, { query, sessionSecret: cookies.sessionSecret });
    if (hasLoggedOut) cookies.clearSession();
    return reply.redirect(location, 303);
  });

  add(contract.listLoginTypes, () => loginMethods(context));
}

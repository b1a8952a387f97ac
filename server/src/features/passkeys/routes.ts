import * as confirmations from "@storyport/contract/confirmations";
import * as contract from "@storyport/contract/passkeys";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { newSecret } from "#/platform/secrets.ts";
import { addPasskey } from "./add-passkey.ts";
import { browserCookie } from "./browser-cookie.ts";
import { completeLoginByPasskey } from "./complete-login.ts";
import { getHalfLogin } from "./get-half-login.ts";
import { confirmByPasskey, startPasskeyConfirmation } from "./confirm-by-passkey.ts";
import { listOwnPasskeys } from "./list-own-passkeys.ts";
import { logInWithPasskey } from "./log-in-with-passkey.ts";
import { removePasskey } from "./remove-passkey.ts";
import { renamePasskey } from "./rename-passkey.ts";
import { startLogin } from "./start-login.ts";
import { startRegistration } from "./start-registration.ts";

export function passkeyRoutes(add: AddRoute, context: AppContext): void {
  const { isSecure } = context.settings;
  add(contract.listOwnPasskeys, ({ caller }) => listOwnPasskeys(context, caller));
  add(contract.startPasskeyRegistration, ({ caller }) => startRegistration(context, caller));
  add(contract.addPasskey, async ({ body, caller, cookies }) => {
    const { passkey, login } = await addPasskey(context, caller, body);
    if (login === undefined) return passkey;
    cookies.setSession(login.sessionSecret, login.user.accountId);
    return { ...passkey, user: login.user };
  });
  add(contract.renamePasskey, ({ params, body, caller }) => renamePasskey(context, caller, { ...params, ...body }));
  add(contract.removePasskey, async ({ params, caller }) => {
    await removePasskey(context, caller, params);
    return undefined;
  });

  add(contract.startPasskeyLogin, async ({ caller, request, reply }) => {
    const cookie = browserCookie(request, reply, isSecure);
    // A tab keeps the secret of the other tabs, so that their challenges stay answerable.
    const browserSecret = cookie.secret ?? newSecret();
    const options = await startLogin(context, caller, { browserSecret });
    cookie.keep(browserSecret);
    return options;
  });

  add(contract.logInWithPasskey, async ({ body, caller, cookies, request, reply }) => {
    const { user, locale, sessionSecret } = await logInWithPasskey(context, caller, {
      ...body,
      browserSecret: browserCookie(request, reply, isSecure).secret,
      formerSecret: cookies.sessionSecret,
    });
    cookies.setSession(sessionSecret, user.accountId);
    cookies.offerLanguage(locale);
    return user;
  });

  add(contract.getHalfLogin, ({ caller }) => getHalfLogin(context, caller));
  add(contract.completeLoginByPasskey, async ({ body, caller, cookies, request, reply }) => {
    const browserSecret = browserCookie(request, reply, isSecure).secret;
    const { user, sessionSecret } = await completeLoginByPasskey(context, caller, { ...body, browserSecret });
    cookies.setSession(sessionSecret, user.accountId);
    return user;
  });
  // These calls need a session, so its secret is there.
  add(confirmations.startPasskeyConfirmation, ({ caller, cookies: { sessionSecret = "" } }) =>
    startPasskeyConfirmation(context, caller, sessionSecret),
  );
  add(confirmations.confirmByPasskey, async ({ body: { credential }, caller, cookies: { sessionSecret = "" } }) => {
    await confirmByPasskey(context, caller, { credential, sessionSecret });
    return undefined;
  });
}

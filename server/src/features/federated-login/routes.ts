import * as contract from "@storyport/contract/federated-login";
import { endpointUrl } from "@storyport/contract/endpoint";
import { providers } from "@storyport/contract/providers";
import type { Provider } from "@storyport/contract/providers";
import type { FastifyReply } from "fastify";
import type { AppContext } from "#/context.ts";
import type { AddRoute, Incoming } from "#/platform/http/endpoint-route.ts";
import { Refusal } from "#/platform/refusal.ts";
import { beginConfirming } from "./confirm-identity.ts";
import { beginConnecting } from "./connect-identity.ts";
import { disconnectIdentity } from "./disconnect-identity.ts";
import { finishFederatedLogin } from "./finish-login.ts";
import { landAtLogin } from "./landings.ts";
import { listOwnIdentities } from "./list-identities.ts";
import { startLogin } from "./start-login.ts";
import { transactionCookies } from "./transaction-cookie.ts";

type Start = Pick<Incoming<(typeof contract.startLogins)[Provider]>, "query" | "caller" | "request" | "reply">;
type Back = Pick<Incoming<(typeof contract.finishLogins)[Provider]>, "query" | "caller" | "cookies" | "request" | "reply">;

export function federatedLoginRoutes(add: AddRoute, context: AppContext): void {
  for (const provider of providers) {
    add(contract.startLogins[provider], (incoming) => leadToProvider(context, provider, incoming));
    add(contract.finishLogins[provider], (incoming) => comeBack(context, provider, incoming));
    const receive = contract.receiveLogins[provider];
    if (receive === undefined) continue;
    // The contract drops other posted fields, so that Apple's `user` name does not end up in an address.
    add(receive, ({ body, reply }) => reply.redirect(endpointUrl(contract.finishLogins[provider], { query: body }), 303));
  }
  add(contract.listOwnIdentities, ({ caller }) => listOwnIdentities(context, caller));
  add(contract.connectIdentity, async ({ body, caller, request, reply }) => {
    const { url, state, browserSecret } = await beginConnecting(context, caller, body);
    transactionCookies(request, reply, context.settings.isSecure).keep(state, browserSecret);
    return { url };
  });
  add(contract.confirmAtProvider, async ({ body, caller, request, reply }) => {
    const { url, state, browserSecret } = await beginConfirming(context, caller, body);
    transactionCookies(request, reply, context.settings.isSecure).keep(state, browserSecret);
    return { url };
  });
  add(contract.disconnectIdentity, async ({ params, caller }) => {
    await disconnectIdentity(context, caller, params);
    return undefined;
  });
}

/** The browser navigates, so a refusal becomes a page of ours, not JSON. */
async function leadToProvider(context: AppContext, provider: Provider, { query, caller, request, reply }: Start): Promise<FastifyReply> {
  try {
    const { url, state, browserSecret } = await startLogin(context, caller, { provider, deviceName: query.deviceName });
    transactionCookies(request, reply, context.settings.isSecure).keep(state, browserSecret);
    return await reply.redirect(url, 302);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    request.refused = error;
    return reply.redirect(landAtLogin(provider, error.code).to, 303);
  }
}

/** The names of these logins in the metrics. */
const methodOf = { FEIDE: "feide", GOOGLE: "google", APPLE: "apple" } as const satisfies Record<Provider, string>;

async function comeBack(context: AppContext, provider: Provider, incoming: Back): Promise<FastifyReply> {
  const { query, caller, cookies, request, reply } = incoming;
  const begun = transactionCookies(request, reply, context.settings.isSecure);
  const { to, purpose, session, refused } = await finishFederatedLogin(context, caller, {
    provider,
    answer: query,
    browserSecret: query.state === undefined ? undefined : begun.take(query.state),
    sessionSecret: cookies.sessionSecret,
  });
  if (refused !== undefined) request.refused = new Refusal(refused);
  // To connect or confirm an identity is no login, also if it is refused.
  if (purpose === "login") context.meter.loggedIn(methodOf[provider], refused ?? "success");
  if (session !== undefined) {
    cookies.setSession(session.secret, session.accountId);
    cookies.offerLanguage(session.locale);
  }
  return reply.redirect(to, 303);
}

import {
  connectIdentity,
  disconnectIdentity,
  finishAppleLogin,
  finishFeideLogin,
  finishGoogleLogin,
  listOwnIdentities,
  receiveAppleLogin,
  startAppleLogin,
  startFeideLogin,
  startGoogleLogin,
} from "@storyport/contract/federated-login";
import { endpointUrl } from "@storyport/contract/endpoint";
import type { Provider } from "@storyport/contract/vocabulary";
import type { FastifyReply } from "fastify";
import type { AppContext } from "#/context.ts";
import type { AddRoute, Incoming } from "#/platform/http/endpoint-route.ts";
import { Refusal } from "#/platform/refusal.ts";
import { beginConnecting } from "./connect-identity.ts";
import { disconnectIdentity as disconnect } from "./disconnect-identity.ts";
import { finishLogin } from "./finish-login.ts";
import { landAtLogin } from "./landings.ts";
import { listOwnIdentities as list } from "./list-identities.ts";
import { startLogin } from "./start-login.ts";
import { transactionCookies } from "./transaction-cookie.ts";

type Start = Pick<Incoming<typeof startFeideLogin>, "query" | "caller" | "request" | "reply">;
type Back = Pick<Incoming<typeof finishFeideLogin>, "query" | "caller" | "cookies" | "request" | "reply">;

export function federatedLoginRoutes(add: AddRoute, context: AppContext): void {
  add(startFeideLogin, (incoming) => leadToProvider(context, "FEIDE", incoming));
  add(startGoogleLogin, (incoming) => leadToProvider(context, "GOOGLE", incoming));
  add(startAppleLogin, (incoming) => leadToProvider(context, "APPLE", incoming));

  add(finishFeideLogin, (incoming) => comeBack(context, "FEIDE", incoming));
  add(finishGoogleLogin, (incoming) => comeBack(context, "GOOGLE", incoming));
  add(finishAppleLogin, (incoming) => comeBack(context, "APPLE", incoming));
  // The contract has dropped whatever else Apple posts: its user's name would stand in an address.
  add(receiveAppleLogin, ({ body, reply }) => reply.redirect(endpointUrl(finishAppleLogin, { query: body }), 303));

  add(listOwnIdentities, ({ caller }) => list(context, caller));
  add(connectIdentity, async ({ body, caller, request, reply }) => {
    const { url, state, browserSecret } = await beginConnecting(context, caller, body);
    transactionCookies(request, reply, context.settings.isSecure).keep(state, browserSecret);
    return { url };
  });
  add(disconnectIdentity, async ({ params, caller }) => {
    await disconnect(context, caller, params);
    return undefined;
  });
}

/** The browser navigates: a refusal is a page of ours, not JSON. */
async function leadToProvider(context: AppContext, provider: Provider, { query, caller, request, reply }: Start): Promise<FastifyReply> {
  try {
    const { url, state, browserSecret } = await startLogin(context, caller, { provider, deviceName: query.deviceName });
    transactionCookies(request, reply, context.settings.isSecure).keep(state, browserSecret);
    return await reply.redirect(url, 302);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return reply.redirect(landAtLogin(provider, error.code).to, 303);
  }
}

async function comeBack(context: AppContext, provider: Provider, incoming: Back): Promise<FastifyReply> {
  const { query, caller, cookies, request, reply } = incoming;
  const begun = transactionCookies(request, reply, context.settings.isSecure);
  const { to, session } = await finishLogin(context, caller, {
    provider,
    answer: query,
    browserSecret: query.state === undefined ? undefined : begun.take(query.state),
    sessionSecret: cookies.sessionSecret,
  });
  if (session !== undefined) {
    cookies.setSession(session.secret, session.accountId);
    cookies.offerLanguage(session.locale);
  }
  return reply.redirect(to, 303);
}

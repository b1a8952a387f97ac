import { randomBytes } from "node:crypto";
import { Provider, type Configuration, type KoaContextWithOIDC } from "oidc-provider";
import { peopleOf, type Person, type ProviderName } from "./demo-people.ts";
import { forgeIdToken } from "./forge-id-token.ts";
import { errorPage, loggedOutPage, logOutPage } from "./login-pages.ts";
import { loginRules } from "./login-rules.ts";
import { createMemoryAdapter } from "./memory-adapter.ts";
import { isForgery, type Mood } from "./moods.ts";
import type { SigningKey } from "./signing-keys.ts";

export interface IssuerOptions {
  name: ProviderName;
  /** The address of all three issuers. */
  url: string;
  portalUrl: string;
  key: SigningKey;
  mood: () => Mood;
}

export interface Issuer {
  name: ProviderName;
  provider: Provider;
  people: Person[];
}

/** Creates an OpenID provider with the portal as its only client. */
export function createIssuer(options: IssuerOptions): Issuer {
  const { name, key, mood } = options;
  const issuer = `${options.url}/${name}`;
  const people = peopleOf(name);
  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    jwks: { keys: [key.jwk] },
    clients: [portalAsClient(options)],
    ...answers(people),
    pkce: { required: () => true },
    // All ports of 127.0.0.1 and all three issuers share their cookies, so the names must differ.
    cookies: {
      keys: [randomBytes(32).toString("hex")],
      names: { session: `${name}-login`, interaction: `${name}-chooser`, resume: `${name}-resume` },
    },
    // The chooser replaces the library's own pages, and the portal pushes no authorization requests.
    features: {
      devInteractions: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource: logOut, postLogoutSuccessSource: (ctx) => showPage(ctx, loggedOutPage()) },
    },
    interactions: { policy: loginRules(name, mood), url: (_ctx, { uid }) => `${issuer}/interaction/${uid}` },
    loadExistingGrant: grantRequested,
    renderError: (ctx, out) => showPage(ctx, errorPage(name, out)),
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Grant: 86_400, Session: 86_400 },
  });
  provider.use(async (ctx, next) => {
    await next();
    const forgery = mood();
    if (ctx.path === "/token" && isForgery(forgery) && hasIdToken(ctx.body)) {
      ctx.body = { ...ctx.body, id_token: await forgeIdToken(ctx.body.id_token, forgery, key) };
    }
  });
  return { name, provider, people };
}

function portalAsClient({ name, key, portalUrl }: IssuerOptions) {
  const { origin } = new URL(portalUrl);
  return {
    client_id: "storyport",
    // The portal assumes this secret by default (`server/src/platform/provider-settings.ts`).
    client_secret: `${name}-demo-secret`,
    redirect_uris: [`${origin}/api/auth/${name}/callback`],
    post_logout_redirect_uris: [`${origin}/login`],
    response_types: ["code" as const],
    grant_types: ["authorization_code"],
    id_token_signed_response_alg: key.alg,
  };
}

/** The claims of the providers. They are in the ID token too, because Apple has no userinfo. */
function answers(people: readonly Person[]): Configuration {
  return {
    responseTypes: ["code"],
    scopes: ["openid"],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    clientBasedCORS: () => false,
    findAccount: (_ctx, subject) => {
      const person = people.find((one) => one.subject === subject);
      if (person === undefined) return undefined;
      const { name, email, isEmailVerified } = person;
      return { accountId: subject, claims: () => ({ sub: subject, name, email, email_verified: isEmailVerified }) };
    },
  };
}

/**
 * Grants without asking for consent, as schools and these providers do. Extends the present grant, because a new grant
 * would invalidate the code of another tab.
 */
async function grantRequested({ oidc }: KoaContextWithOIDC) {
  const { accountId } = oidc.session ?? {};
  const clientId = oidc.client?.clientId;
  const known = clientId === undefined ? undefined : oidc.session?.grantIdFor(clientId);
  const former = known === undefined ? undefined : await oidc.provider.Grant.find(known);
  const grant = former?.accountId === accountId && former !== undefined ? former : new oidc.provider.Grant({ clientId, accountId });
  grant.addOIDCScope(String(oidc.params?.["scope"] ?? ""));
  await grant.save();
  return grant;
}

/** Logs out without a question if the request has an ID token, as Feide does; otherwise asks. */
async function logOut(ctx: KoaContextWithOIDC, form: string): Promise<void> {
  const { entities, params, provider, session, cookies } = ctx.oidc;
  if (entities.IdTokenHint === undefined || session === undefined) return showPage(ctx, logOutPage(form));
  await session.destroy();
  cookies.set(provider.cookieName("session"), null);
  const target = new URL(String(params?.["post_logout_redirect_uri"] ?? ctx.oidc.urlFor("end_session_success")));
  if (params?.["state"] !== undefined) target.searchParams.set("state", String(params["state"]));
  ctx.status = 303;
  ctx.redirect(target.href);
}

function showPage(ctx: KoaContextWithOIDC, text: string): void {
  ctx.type = "html";
  ctx.body = text;
}

function hasIdToken(body: unknown): body is { id_token: string } {
  return typeof body === "object" && body !== null && "id_token" in body && typeof body.id_token === "string";
}

/** The portal's side of a provider login, with a stock OpenID library and a small browser with cookies. */
import * as oauth from "oauth4webapi";
import type { ProviderName } from "#/identity-provider/demo-people.ts";

/** Nothing listens there. The tests read the addresses of redirects, and do not follow them to the portal. */
export const portalUrl = "http://localhost:3999";

export interface BrowserAnswer {
  status: number;
  location: string;
  text: string;
  headers: Headers;
}

export interface StandInBrowser {
  open: (address: string, form?: Record<string, string>) => Promise<BrowserAnswer>;
}

/** Keeps cookies like a browser, by name and path; follows no redirects. */
export function createStandInBrowser(): StandInBrowser {
  const jar = new Map<string, { pair: string; path: string }>();
  const keep = (line: string) => {
    const [pair = "", ...attributes] = line.split(/; */);
    const path = /^path=(.*)$/i.exec(attributes.find((attribute) => /^path=/i.test(attribute)) ?? "")?.[1] ?? "/";
    const key = `${pair.split("=", 1)[0]} ${path}`;
    const isOver = attributes.some((attribute) => /^expires=/i.test(attribute) && Date.parse(attribute.slice(8)) < Date.now());
    if (isOver) jar.delete(key);
    else jar.set(key, { pair, path });
  };
  return {
    open: async (address, form) => {
      const { pathname } = new URL(address);
      const cookies = [...jar.values()].filter(({ path }) => path === "/" || pathname === path || pathname.startsWith(`${path}/`));
      const response = await fetch(address, {
        redirect: "manual",
        headers: { cookie: cookies.map(({ pair }) => pair).join("; "), accept: "text/html" },
        ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
      });
      response.headers.getSetCookie().forEach(keep);
      const location = response.headers.get("location") ?? "";
      return { status: response.status, location, text: await response.text(), headers: response.headers };
    },
  };
}

/** One login as the portal begins and ends it. */
export interface LoginAttempt {
  server: oauth.AuthorizationServer;
  client: oauth.Client;
  verifier: string;
  nonce: string;
  state: string;
  callbackUrl: string;
  address: string;
}

const insecure = {
  // oxlint-disable-next-line typescript/no-deprecated -- plain http on the loopback address, marked so that it stands out
  [oauth.allowInsecureRequests]: true,
};

/** Returns a new login and the address to which the portal sends the browser. `more` replaces parameters of the address. */
export async function beginLogin(url: string, name: ProviderName, more: Record<string, string> = {}): Promise<LoginAttempt> {
  const issuer = new URL(`${url}/${name}`);
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  const [verifier, nonce, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomNonce(), oauth.generateRandomState()];
  const callbackUrl = `${portalUrl}/api/auth/${name}/callback`;
  const address = new URL(server.authorization_endpoint ?? "");
  address.search = new URLSearchParams({
    client_id: "storyport",
    redirect_uri: callbackUrl,
    response_type: "code",
    scope: "openid email profile",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    nonce,
    state,
    ...(name === "apple" ? { response_mode: "form_post" } : {}),
    ...more,
  }).toString();
  return { server, client: { client_id: "storyport" }, verifier, nonce, state, callbackUrl, address: address.href };
}

/** Checks the callback, redeems the code and verifies the ID token with its signature. */
export async function endLogin(attempt: LoginAttempt, name: ProviderName, callback: URLSearchParams) {
  const { server, client, nonce, state } = attempt;
  const checked = oauth.validateAuthResponse(server, client, callback, state);
  const proof = oauth.ClientSecretPost(`${name}-demo-secret`);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    proof,
    checked,
    attempt.callbackUrl,
    attempt.verifier,
    insecure,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, { expectedNonce: nonce });
  await oauth.validateApplicationLevelSignature(server, response, insecure);
  return { tokens, claims: oauth.getValidatedIdTokenClaims(tokens), idToken: tokens.id_token ?? "" };
}

export async function askUserinfo({ server, client }: LoginAttempt, accessToken: string, subject: string): Promise<oauth.UserInfoResponse> {
  return oauth.processUserInfoResponse(server, client, subject, await oauth.userInfoRequest(server, client, accessToken, insecure));
}

/** Returns the callback's parameters, from a redirect or from the self-submitting form of form_post. */
export function callbackOf({ location, text }: BrowserAnswer): URLSearchParams {
  if (location !== "") return new URL(location).searchParams;
  const callback = new URLSearchParams();
  for (const [, name = "", value = ""] of text.matchAll(/name="([^"]+)" value="([^"]*)"/g)) {
    callback.set(name, value.replaceAll("&lt;", "<").replaceAll("&gt;", ">"));
  }
  return callback;
}

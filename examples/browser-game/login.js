// A login with Storyport in a browser, without a library. It has OAuth 2.1 with PKCE (RFC 7636), refresh and revocation (RFC 7009).

/** @type {{ portalUrl: string, clientId: string }} */
const { portalUrl, clientId } = await (await fetch("settings.json")).json();
export { portalUrl };

/** The registered callback, letter by letter. Its kind is WEB. */
const redirectUri = `${location.origin}/callback`;

/**
 * In memory alone. Tablets are shared, so the next child must not find them after a reload.
 * @type {{ access_token: string, refresh_token: string, expiresAt: number } | undefined}
 */
let tokens;
/** @type {Promise<void> | undefined} */
let refreshing;

export const isLoggedIn = () => tokens !== undefined;

/** Goes to Storyport. This tab keeps `state` and verifier, so no other browser can finish the login. */
export async function logIn() {
  const [state, verifier] = [randomText(), randomText()];
  sessionStorage.setItem("login", JSON.stringify({ state, verifier }));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const request = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: "PLAYERGROUP",
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: "S256",
  });
  location.assign(`${portalUrl}/game-login?${request}`);
}

/** Reads the answer in the address, if there is one, and redeems its code. Throws if this browser did not begin the login. */
export async function finishLogin() {
  const answer = new URLSearchParams(location.search);
  const code = answer.get("code");
  if (code === null && !answer.has("error")) return false;
  // The answer must not stay in the address. A reload would find its code again, and a code that is sent twice ends the login.
  history.replaceState(null, "", "/");
  const begun = JSON.parse(sessionStorage.getItem("login") ?? "null");
  sessionStorage.removeItem("login");
  if (begun === null || answer.get("state") !== begun.state || answer.get("iss") !== portalUrl) {
    throw new Error("This login began in another browser. Nothing was done with it.");
  }
  // A refused login brings an error in place of a code.
  if (code === null) throw new Error(`The login did not finish (${answer.get("error")}).`);
  await askForTokens({ grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: begun.verifier });
  return true;
}

/** Returns a token that is good for another minute. Ask before each call of your server. */
export async function accessToken() {
  if (tokens !== undefined && tokens.expiresAt < Date.now() + 60_000) await refresh();
  if (tokens === undefined) throw new Error("You are not logged in.");
  return tokens.access_token;
}

/** Each refresh token works once, so calls at the same time share one refresh. */
export function refresh() {
  refreshing ??= askForTokens({ grant_type: "refresh_token", refresh_token: tokens?.refresh_token ?? "" }).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/** Ends the login at Storyport too. Its tokens cannot be refreshed afterwards. */
export async function logOut() {
  // The answer of a refresh under way would bring tokens back.
  await refreshing?.catch(() => undefined);
  const token = tokens?.refresh_token ?? "";
  tokens = undefined;
  await post("/api/auth/token/revoke", { token });
}

/**
 * Good enough for what this page shows, because the token came from Storyport itself. Your server must verify the signature by
 * /.well-known/jwks.json, and `iss`, `aud` (the game's key) and `exp`.
 */
export function claims() {
  const payload = (tokens?.access_token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
  return JSON.parse(atob(payload));
}

/** @param {Record<string, string>} form */
async function askForTokens(form) {
  const response = await post("/api/auth/token", form);
  // A proxy on the way answers with HTML while the portal is away.
  const answer = await response.json().catch(() => ({}));
  if (answer.error === "invalid_grant") {
    // The login has ended: by a lesson's bell, a logout, or a right that was taken away.
    tokens = undefined;
    throw new Error("Log in again (invalid_grant).");
  }
  // Any other failure passes, so the tokens stay.
  if (!response.ok || answer.access_token === undefined) throw new Error(`Storyport answered ${response.status}. Try again later.`);
  tokens = { ...answer, expiresAt: Date.now() + answer.expires_in * 1000 };
}

/**
 * Waits as long as a busy portal asks (429, 503), a minute at most, three times.
 * @param {string} path
 * @param {Record<string, string>} form
 */
async function post(path, form) {
  for (let attempt = 1; ; attempt++) {
    const body = new URLSearchParams({ ...form, client_id: clientId });
    const response = await fetch(portalUrl + path, { method: "POST", body });
    if ((response.status !== 429 && response.status !== 503) || attempt > 3) return response;
    const seconds = Number(response.headers.get("retry-after")) || 5;
    await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, 60) * 1000));
  }
}

/** 32 random bytes: enough for `state`, and a verifier of 43 characters. */
const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** @param {Uint8Array} bytes */
const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

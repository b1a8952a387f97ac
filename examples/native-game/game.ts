// A native game: AppAuth, the system's browser, and an answer on the loopback address (RFC 8252). Replace main() by your game.
import { createInterface } from "node:readline";
import {
  AppAuthError,
  AuthorizationNotifier,
  AuthorizationRequest,
  AuthorizationServiceConfiguration,
  BaseTokenRequestHandler,
  RevokeTokenRequest,
  setFlag,
  TokenRequest,
} from "@openid/appauth";
import type { TokenResponse } from "@openid/appauth";
import { NodeCrypto } from "@openid/appauth/built/node_support/index.js";
import { LoopbackHandler } from "./loopback-handler.ts";
import { PatientRequestor } from "./patient-requestor.ts";

// Otherwise the library prints codes, verifiers and tokens.
setFlag("IS_LOG", false);

const { PORTAL_URL = "http://localhost:3000", CLIENT_ID = "" } = process.env;

const crypto = new NodeCrypto();
const requestor = new PatientRequestor();
const tokenHandler = new BaseTokenRequestHandler(requestor);
const configuration = await AuthorizationServiceConfiguration.fetchFromIssuer(PORTAL_URL, requestor);

/** Leads the user to Storyport, and returns the tokens. */
async function logIn(): Promise<TokenResponse> {
  // A real game opens the system's browser here. It never shows the login inside of itself (RFC 8252, section 8.12).
  const open = (address: string) => console.log(`Open this address in your browser:\n${address}`);
  const handler = await LoopbackHandler.listen(PORTAL_URL, open);
  const { redirectUri } = handler;
  const request = new AuthorizationRequest(
    // The library's own state has 10 characters, which is short.
    { client_id: CLIENT_ID, redirect_uri: redirectUri, scope: "PLAYERGROUP", response_type: "code", state: crypto.generateRandom(43) },
    crypto,
  );
  const code = await new Promise<string>((resolve, reject) => {
    const notifier = new AuthorizationNotifier();
    handler.setAuthorizationNotifier(notifier);
    notifier.setAuthorizationListener((_request, response, error) => {
      if (response === null) reject(new Error(`The login did not finish (${error?.error}).`));
      else resolve(response.code);
    });
    handler.performAuthorizationRequest(configuration, request);
  });
  const verifier = request.internal?.["code_verifier"] ?? "";
  return askForTokens({ grant_type: "authorization_code", code, redirect_uri: redirectUri, extras: { code_verifier: verifier } });
}

/** Each refresh token works once: keep the new token, in the keychain of the system. */
function refresh({ refreshToken = "" }: TokenResponse): Promise<TokenResponse> {
  // The library demands a redirect_uri of every request. A refresh has none.
  return askForTokens({ grant_type: "refresh_token", refresh_token: refreshToken, redirect_uri: "" });
}

/** Returns the present tokens if the portal could not refresh them. Throws if the login has ended. */
async function refreshOrKeep(tokens: TokenResponse): Promise<TokenResponse> {
  try {
    const refreshed = await refresh(tokens);
    console.log(`Refreshed: ${describe(refreshed)}`);
    return refreshed;
  } catch (error) {
    if (hasEnded(error)) throw error;
    console.log(`Not refreshed, try again later: ${inWords(error)}`);
    return tokens;
  }
}

/** The login has ended: by a lesson's bell, a logout, or a right that was taken away. Any other failure passes. */
const hasEnded = (error: unknown): boolean => error instanceof AppAuthError && error.message === "invalid_grant";

const inWords = (error: unknown): string => (error instanceof Error || error instanceof AppAuthError ? error.message : String(error));

interface Wish {
  grant_type: string;
  redirect_uri: string;
  code?: string;
  refresh_token?: string;
  extras?: Record<string, string>;
}

function askForTokens(wish: Wish): Promise<TokenResponse> {
  return tokenHandler.performTokenRequest(configuration, new TokenRequest({ client_id: CLIENT_ID, ...wish }));
}

/** Ends the login at Storyport too. Its tokens cannot be refreshed afterwards. */
async function logOut({ refreshToken = "" }: TokenResponse): Promise<void> {
  await tokenHandler.performRevokeTokenRequest(configuration, new RevokeTokenRequest({ client_id: CLIENT_ID, token: refreshToken }));
}

/** Enough to show who plays. A server of the game must verify the signature, `iss`, `aud` and `exp`. */
function describe({ accessToken }: TokenResponse): string {
  const claims: unknown = JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString());
  return JSON.stringify(claims);
}

async function main(): Promise<void> {
  let tokens = await logIn();
  console.log(`Logged in: ${describe(tokens)}`);
  console.log('Type "refresh" or "log out".');
  for await (const line of createInterface(process.stdin)) {
    if (line === "refresh") tokens = await refreshOrKeep(tokens);
    if (line === "log out") {
      await logOut(tokens);
      console.log("Logged out.");
      break;
    }
  }
}

try {
  await main();
  // The input is still open, and would keep the program alive.
  process.exit(0);
} catch (error) {
  console.log(hasEnded(error) ? "Log in again: invalid_grant" : inWords(error));
  process.exit(1);
}

/** Provider logins as a browser does them, there and back. */
import { randomUUID } from "node:crypto";
import { connectIdentity, finishLogins, startLogins } from "@storyport/contract/federated-login";
import type { Provider } from "@storyport/contract/vocabulary";
import type { Answer, Browser } from "./browser.ts";
import { buildTestPortal } from "./build-app.ts";
import type { TestPortal, TestPortalOptions } from "./build-app.ts";
import { aTeacher } from "./builders.ts";
import { startIdentityProvider } from "./identity-provider.ts";
import type { Person, TestIdentityProvider } from "./identity-provider.ts";

export const starts = startLogins;
export const callbacks = finishLogins;

export type FederatedPortal = TestPortal & { identities: TestIdentityProvider };

/**
 * A portal with Feide, Google and Apple. Closing it closes the providers too. It is a demo at any address, so that administrators need no
 * second factor.
 */
export async function buildFederatedPortal(env: Record<string, string> = {}, options: TestPortalOptions = {}): Promise<FederatedPortal> {
  const identities = await startIdentityProvider();
  const portal = await buildTestPortal({ DEMO: "true", ...identities.env, ...env }, options);
  return {
    ...portal,
    identities,
    async close() {
      await portal.close();
      await identities.close();
    },
  };
}

/** A person at a provider without an account here; at Feide a member of a school's staff. */
export function aPerson(parts: Partial<Person> = {}): Person {
  const userinfo = { eduPersonAffiliation: ["employee", "member"], eduPersonPrincipalName: "kari@fjord.example" };
  return { sub: randomUUID(), email: "kari@mail.example", userinfo, ...parts };
}

/** Adds the identity to the account without a login. */
export async function connect(
  { context, identities }: FederatedPortal,
  { account, provider, person }: { account: { id: string }; provider: Provider; person: Person },
): Promise<void> {
  await context.database
    .insertInto("account_identities")
    .values({ account_id: account.id, provider, issuer: identities.issuerOf(provider), subject: person.sub })
    .execute();
}

/** A teacher with a provider's login type and a connected identity. */
export async function aConnectedTeacher(
  portal: FederatedPortal,
  parts: { provider: Provider; person?: Person } & Parameters<typeof aTeacher>[1],
) {
  const { provider, person = aPerson(), ...others } = parts;
  const teacher = await aTeacher(portal, { loginTypes: ["PASSWORD", provider], ...others });
  await connect(portal, { account: teacher.account, provider, person });
  return { ...teacher, person };
}

/** Returns where the start leads: the provider's page. */
export async function begin(browser: Browser, provider: Provider): Promise<string> {
  const answer = await browser.call(starts[provider]);
  return locationOf(answer);
}

export function locationOf({ headers }: Answer): string {
  return String(headers.location);
}

/** A complete login: start, consent, callback. */
export async function logInAt(
  identities: TestIdentityProvider,
  browser: Browser,
  { provider, person, change = {} }: { provider: Provider; person: Person; change?: Record<string, string | undefined> },
): Promise<Answer> {
  const query = { ...identities.consent(await begin(browser, provider), person), ...change };
  return browser.call(callbacks[provider], { query });
}

/** A complete connection: start, consent, callback. */
export async function connectAt(
  identities: TestIdentityProvider,
  browser: Browser,
  { provider, person }: { provider: Provider; person: Person },
): Promise<Answer> {
  const { url } = connectIdentity.response.parse((await browser.call(connectIdentity, { body: { provider } })).body);
  return browser.call(callbacks[provider], { query: identities.consent(url, person) });
}

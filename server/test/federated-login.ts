/** Going to a provider and coming back, as a browser does it. */
import { randomUUID } from "node:crypto";
import { connectIdentity, finishLogins, startLogins } from "@storyport/contract/federated-login";
import type { Provider } from "@storyport/contract/vocabulary";
import type { Answer, Browser } from "./browser.ts";
import { buildTestPortal } from "./build-app.ts";
import type { TestPortal } from "./build-app.ts";
import { aTeacher } from "./builders.ts";
import { startIdentityProvider } from "./identity-provider.ts";
import type { Person, TestIdentityProvider } from "./identity-provider.ts";

export const starts = startLogins;
export const callbacks = finishLogins;

export type FederatedPortal = TestPortal & { identities: TestIdentityProvider };

/** A portal at which one logs in by Feide, Google and Apple; it takes them along when it closes. */
export async function buildFederatedPortal(env: Record<string, string> = {}): Promise<FederatedPortal> {
  const identities = await startIdentityProvider();
  const portal = await buildTestPortal({ DEMO: "true", ...identities.env, ...env });
  return {
    ...portal,
    identities,
    async close() {
      await portal.close();
      await identities.close();
    },
  };
}

/** A person at a provider whom nobody here knows. Of Feide: who works at a school. */
export function aPerson(parts: Partial<Person> = {}): Person {
  const userinfo = { eduPersonAffiliation: ["employee", "member"], eduPersonPrincipalName: "kari@fjord.example" };
  return { sub: randomUUID(), email: "kari@mail.example", userinfo, ...parts };
}

export async function connect(
  { context, identities }: FederatedPortal,
  { account, provider, person }: { account: { id: string }; provider: Provider; person: Person },
): Promise<void> {
  await context.database
    .insertInto("account_identities")
    .values({ account_id: account.id, provider, issuer: identities.issuerOf(provider), subject: person.sub })
    .execute();
}

/** A teacher who may log in by a provider and is connected there. */
export async function aConnectedTeacher(
  portal: FederatedPortal,
  parts: { provider: Provider; person?: Person } & Parameters<typeof aTeacher>[1],
) {
  const { provider, person = aPerson(), ...others } = parts;
  const teacher = await aTeacher(portal, { loginTypes: ["PASSWORD", provider], ...others });
  await connect(portal, { account: teacher.account, provider, person });
  return { ...teacher, person };
}

/** Where the start leads: the provider's page. */
export async function begin(browser: Browser, provider: Provider): Promise<string> {
  const answer = await browser.call(starts[provider]);
  return locationOf(answer);
}

export function locationOf({ headers }: Answer): string {
  return String(headers.location);
}

/** The whole way: start, consent, callback. */
export async function logInAt(
  identities: TestIdentityProvider,
  browser: Browser,
  { provider, person, change = {} }: { provider: Provider; person: Person; change?: Record<string, string | undefined> },
): Promise<Answer> {
  const query = { ...identities.consent(await begin(browser, provider), person), ...change };
  return browser.call(callbacks[provider], { query });
}

/** Begins to connect, consents, comes back. */
export async function connectAt(
  identities: TestIdentityProvider,
  browser: Browser,
  { provider, person }: { provider: Provider; person: Person },
): Promise<Answer> {
  const { url } = connectIdentity.response.parse((await browser.call(connectIdentity, { body: { provider } })).body);
  return browser.call(callbacks[provider], { query: identities.consent(url, person) });
}

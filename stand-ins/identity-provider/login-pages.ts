import { html, page, type Markup } from "#/page.ts";
import { providerNames, type Person, type ProviderName } from "./demo-people.ts";
import { moods as allMoods, type Moods } from "./moods.ts";

const titles: Record<ProviderName, string> = { feide: "Feide", google: "Google", apple: "Apple" };

/** Asks who logs in. There are no passwords here: choosing a person is the login. */
export function chooserPage(name: ProviderName, people: readonly Person[]): string {
  const buttons = people.map(
    (person) =>
      html`<p>
        <button name="person" value="${person.key}">${person.name} (${person.key})</button><br /><span class="quiet"
          >${inWords(person)}</span
        >
      </p>`,
  );
  const body = html`<h1>${titles[name]}: who is logging in?</h1>
    <form class="card" method="post">
      ${buttons}
      <p><button name="cancel" value="yes" class="second">Cancel</button></p>
    </form>`;
  return show(titles[name], body);
}

export function errorPage(
  name: ProviderName,
  { error, error_description }: { error: string; error_description?: string | undefined },
): string {
  const body = html`<div class="card">
    <h1>${titles[name]} cannot go on</h1>
    <p class="bad" role="alert">${error}: ${error_description ?? "(no description)"}</p>
    <p>Go back to the portal and begin again.</p>
  </div>`;
  return show(`${titles[name]} cannot go on`, body);
}

/** The form comes from oidc-provider and contains its protection against forged requests. */
export function logOutPage(form: string): string {
  const body = html`<div class="card">
    <h1>Log out here too?</h1>
    ${{ markup: form }}
    <p><button form="op.logoutForm" name="logout" value="yes">Log out</button></p>
    <p><button form="op.logoutForm" class="second">Stay logged in</button></p>
  </div>`;
  return show("Log out here too?", body);
}

export function loggedOutPage(): string {
  return show("Logged out", html`<h1>You are logged out here</h1>`);
}

/** The page at the stand-in's root, which explains it. */
export function overviewPage(people: readonly Person[], moods: Moods): string {
  const body = html`<h1>Feide, Google and Apple</h1>
    <p>Begin at the portal's login page. These people can log in, without a password.</p>
    ${providerNames.map((name) => providerCard(name, people, moods))}
    <p class="quiet">
      For bad days: POST /moods with JSON such as <code>{"provider": "feide", "mood": "away"}</code>; moods are ${allMoods.join(", ")}.
    </p>`;
  return show("Feide, Google and Apple", body);
}

function providerCard(name: ProviderName, people: readonly Person[], moods: Moods): Markup {
  return html`<section class="card">
    <h2>${titles[name]}</h2>
    <p>Its mood: ${moods[name]}</p>
    <ul>
      ${people.filter(({ provider }) => provider === name).map((person) => itemOf(person))}
    </ul>
  </section>`;
}

function itemOf(person: Person): Markup {
  return html`<li><strong>${person.name} (${person.key})</strong>: ${inWords(person)}</li>`;
}

function inWords({ shows, linkedTo }: Person): string {
  return linkedTo === undefined ? shows : `${shows}, linked to ${linkedTo}`;
}

function show(title: string, body: Markup): string {
  return page({ of: "identity provider", title, body });
}

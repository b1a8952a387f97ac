import { html, page, type Markup } from "#/page.ts";
import type { ProviderName, Person } from "./demo-people.ts";
import type { Moods } from "./moods.ts";

const titles: Record<ProviderName, string> = { feide: "Feide", google: "Google", apple: "Apple" };

/** Who is there? Nobody has a password here: choosing is logging in. */
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

/** The form comes from oidc-provider and carries its proof against forged requests. */
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

/** What stands here, for a person who opens the address in a browser. */
export function overviewPage(people: readonly Person[], moods: Moods): string {
  const body = html`<h1>Feide, Google and Apple</h1>
    <p>Begin at the portal's login page. These people can log in, without a password:</p>
    <div class="card scroll" role="region" aria-label="People" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Provider</th>
            <th scope="col">Person</th>
            <th scope="col">What they show</th>
          </tr>
        </thead>
        <tbody>
          ${people.map((person) => row(person))}
        </tbody>
      </table>
    </div>
    <h2>Moods</h2>
    <p>For bad days: POST /moods with {"provider", "mood"}. Now:</p>
    <ul>
      ${Object.entries(moods).map(([name, mood]) => html`<li>${name}: ${mood}</li>`)}
    </ul>`;
  return show("Feide, Google and Apple", body);
}

function inWords({ shows, linkedTo }: Person): string {
  return linkedTo === undefined ? shows : `${shows}, linked to ${linkedTo}`;
}

function row(person: Person): Markup {
  const { provider, key, name } = person;
  return html`<tr>
    <td>${titles[provider]}</td>
    <th scope="row">${name} (${key})</th>
    <td>${inWords(person)}</td>
  </tr>`;
}

function show(title: string, body: Markup): string {
  return page({ of: "identity provider", title, body });
}

import { accessTables, html, page } from "#/page.ts";
import type { Attempt } from "./attempts.ts";
import { waitingDevicePage } from "./device-pages.ts";
import { editions, type Edition } from "./editions.ts";

/** The start page: edition, kind, Play. Play opens the portal in a new tab, also without scripts. */
export function startPage(chosen: Edition | undefined, begun: Attempt | undefined): string {
  const options = editions.map(
    (edition) =>
      html`<option value="${edition.gameId}" ${edition === chosen ? { markup: " selected" } : null}>
        ${edition.gameId} · ${edition.name} (${edition.gameKey})
      </option>`,
  );
  const goOn =
    begun === undefined ? null : html`<p><a href="/waiting/${begun.id}">Go on with the login you began (${begun.edition.name})</a></p>`;
  const body = html`<h1>The reading game</h1>
    <form class="card" id="play" action="/play" method="get" target="_blank" rel="noopener">
      <label for="gameId">Edition</label>
      <select id="gameId" name="gameId">
        ${options}
      </select>
      <fieldset>
        <legend>How the game is called back</legend>
        <label><input type="radio" name="kind" value="web" checked /> web: by an address of its own</label>
        <label
          ><input type="radio" name="kind" value="loopback" /> loopback: by a port opened for this one attempt, as an installed game
          does</label
        >
      </fieldset>
      <button>Play</button>
      <p class="quiet">
        Play opens the portal in a new tab; this tab waits for you in the game. The state of the login is bound to this browser by a cookie:
        brought back by another one, it is refused.
      </p>
    </form>
    ${goOn}
    <p><a href="/seat">A device without camera and keyboard</a></p>
    <p><a href="/arrivals">Arrivals so far (JSON)</a></p>`;
  return page({ of: "game", title: "The reading game", body, script: "/play.js" });
}

/** The waiting room, or the game after the attempt has ended. The tab may open the waiting room before its attempt has begun. */
export function attemptPage(attempt: Attempt | undefined): string {
  if (attempt?.device !== undefined && attempt.outcome.status === "waiting") return waitingDevicePage(attempt);
  if (attempt === undefined || attempt.outcome.status === "waiting") return waitingPage(attempt);
  if (attempt.outcome.status === "logged-out") return loggedOutPage(attempt);
  return attempt.outcome.status === "arrived" ? insidePage(attempt) : failedPage(attempt, attempt.outcome.error);
}

export function noSuchAttemptPage(): string {
  const body = html`<div class="card">
    <h1>Not this game's login</h1>
    <p class="bad">The state does not belong to any login this game began. Nothing was done with the code.</p>
    <p><a class="button" href="/">Begin again</a></p>
  </div>`;
  return page({ of: "game", title: "Not this game's login", body });
}

/** Says why the code of another browser's login was not redeemed. An example for integrators. */
export function foreignAttemptPage(): string {
  const body = html`<div class="card">
    <h1>This login was begun in another browser</h1>
    <p class="bad">
      Somebody else pressed Play, and this browser brought the answer. Nothing was done with the code, and nobody got into the game by it.
    </p>
    <p>Did somebody send you a link? Do not use it again. To play, begin here.</p>
    <p><a class="button" href="/">Begin again</a></p>
  </div>`;
  return page({ of: "game", title: "This login was begun in another browser", body });
}

function waitingPage(attempt: Attempt | undefined): string {
  const link =
    attempt === undefined ? null : html`<p><a href="${attempt.loginUrl}" target="_blank" rel="noopener">Open the portal again</a></p>`;
  const body = html`<div class="card">
    <h1>Waiting for your login</h1>
    <p id="waiting" role="status">Log in at the portal, in the other tab. The game opens here by itself.</p>
    ${link}<noscript
      ><p><a href="">Look again</a></p></noscript
    >
    <p><a href="/">Begin again</a></p>
  </div>`;
  return page({ of: "game", title: "Waiting for your login", body, script: "/waiting.js" });
}

function insidePage(attempt: Attempt): string {
  if (attempt.outcome.status !== "arrived") return waitingPage(attempt);
  const { tokens, timesRefreshed, isGivenBack } = attempt.outcome;
  const body = html`<h1>You are in the game</h1>
    <p>
      ${attempt.edition.name} edition (${attempt.edition.gameKey}), ${wayOf(attempt)}. The token was verified against the portal's
      keys.${timesRefreshed > 0 ? ` Refreshed ${timesRefreshed} times.` : ""}${isGivenBack ? " Given back." : ""}
    </p>
    ${actionNotice(attempt)}
    <div class="card">${accessTables("Claims of the access token", tokens)}</div>
    <h2>What a game does with it</h2>
    <form class="row" method="post" action="/attempts/${attempt.id}/action">
      <button name="action" value="refresh">Refresh token</button>
      <button name="action" value="narrow" class="second">Narrow to player</button>
      <button name="action" value="give-back" class="second">Give token back</button>
    </form>
    <p><a href="/">Back to the start</a></p>`;
  return page({ of: "game", title: "You are in the game", body, script: "/inside.js" });
}

function wayOf({ kind }: Attempt): string {
  return kind === "device" ? "on a device without camera and keyboard" : `called back by ${kind}`;
}

function loggedOutPage(attempt: Attempt): string {
  const body = html`<div class="card">
    <h1>You have been logged out</h1>
    <p role="status">The portal told the game that this login has ended. The game has dropped its tokens.</p>
    <p><a class="button" href="${startOf(attempt)}">Play again</a></p>
  </div>`;
  return page({ of: "game", title: "You have been logged out", body });
}

function startOf({ kind, edition }: Attempt): string {
  return `${kind === "device" ? "/seat" : "/"}?gameId=${edition.gameId}`;
}

function failedPage(attempt: Attempt, error: string): string {
  const body = html`<div class="card">
    <h1>You are not in the game</h1>
    <p class="bad" role="alert">${error}</p>
    <p><a class="button" href="${startOf(attempt)}">Begin again</a></p>
  </div>`;
  return page({ of: "game", title: "You are not in the game", body });
}

function actionNotice({ lastAction }: Attempt) {
  if (lastAction === undefined) return null;
  const tables = lastAction.narrowed === undefined ? null : accessTables("Claims of the narrowed token", lastAction.narrowed);
  const trouble = lastAction.error === undefined ? null : html`<p class="bad">${lastAction.error}</p>`;
  return html`<section class="card" role="status">
    <h2>${lastAction.title}</h2>
    ${trouble}${tables}
  </section>`;
}

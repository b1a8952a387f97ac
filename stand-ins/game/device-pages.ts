import { renderSVG } from "uqr";
import { html, page } from "#/page.ts";
import type { Attempt } from "./attempts.ts";
import { editions } from "./editions.ts";

/** Starts the game as on a television: nothing to type, nothing to scan. */
export function deviceStartPage(): string {
  const body = html`<h1>A device without camera and keyboard</h1>
    <form class="card" action="/seat" method="get">
      <label for="gameId">Edition</label>
      <select id="gameId" name="gameId">
        ${editions.map((edition) => html`<option value="${edition.gameId}">${edition.gameId} · ${edition.name}</option>`)}
      </select>
      <button>Start the game</button>
      <p class="quiet">This browser keeps the key of the device. After the first child it waits on the boards of its school by itself.</p>
    </form>`;
  return page({ of: "game", title: "A device without camera and keyboard", body });
}

/** What the device shows until a teacher seats a child. */
export function waitingDevicePage({ device, edition }: Attempt): string {
  const pictures = (device?.pictures ?? []).map((url) => html`<img src="${url}" alt="" width="160" height="160" /> `);
  const body = html`<div class="card">
    <h1>Ask your teacher for a seat</h1>
    <p>${pictures}</p>
    <p><strong id="user-code">${device?.userCode ?? ""}</strong></p>
    <p id="waiting" role="status">Waiting for the teacher. The game opens here by itself.</p>
    <p class="quiet">Teachers: scan this once, or open <a href="${device?.address ?? ""}">${device?.address ?? ""}</a>.</p>
    <p>
      <img
        src="data:image/svg+xml,${encodeURIComponent(renderSVG(device?.address ?? ""))}"
        alt="QR code for teachers"
        width="200"
        height="200"
      />
    </p>
    <p><a href="/seat?gameId=${edition.gameId}">Begin again</a></p>
  </div>`;
  return page({ of: "game", title: "Ask your teacher for a seat", body, script: "/waiting.js" });
}

export function noDevicePage(error: string): string {
  const body = html`<div class="card">
    <h1>The device cannot wait</h1>
    <p class="bad" role="alert">${error}</p>
    <p><a class="button" href="/seat">Begin again</a></p>
  </div>`;
  return page({ of: "game", title: "The device cannot wait", body });
}

import { html, page, type Markup } from "#/page.ts";
import type { Letter } from "./letters.ts";

/** All letters, and the chosen one in full. */
export function mailboxPage(letters: Letter[], chosen: Letter | undefined): string {
  const list =
    letters.length === 0
      ? html`<p class="quiet">No letters yet. What Storyport sends arrives here and nowhere else.</p>`
      : html`<ul class="letters">
          ${letters.map((letter) => entry(letter, letter === chosen))}
        </ul>`;
  const body = html`<h1>Mailbox</h1>
    ${chosen === undefined ? null : letterView(chosen)}
    <section class="card" aria-labelledby="all">
      <h2 id="all">Letters, the newest first</h2>
      ${list}
    </section>
    <p><a href="/">Look again</a> · <a href="/messages">Letters as JSON</a></p>`;
  return page({ of: "mailbox", title: chosen?.subject ?? "Mailbox", body });
}

/** The letter's own markup. The base element opens its links in a new tab, outside the sandboxed frame. */
export function letterDocument(letter: Letter): string {
  return `<!doctype html><base target="_blank">${letter.html}`;
}

function entry(letter: Letter, isChosen: boolean): Markup {
  const current = isChosen ? { markup: ' aria-current="true"' } : null;
  return html`<li>
    <a href="/?letter=${letter.id}" ${current}
      ><strong>${letter.subject || "(no subject)"}</strong><br /><span class="quiet"
        >to ${letter.to} · ${letter.receivedAt.slice(0, 19).replace("T", " ")} UTC</span
      ></a
    >
  </li>`;
}

function letterView(letter: Letter): Markup {
  const formatted =
    letter.html === ""
      ? null
      : html`<div>
          <h3>As formatted</h3>
          <iframe
            title="The letter as formatted"
            src="/messages/${letter.id}/html"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          ></iframe>
        </div>`;
  return html`<article class="card">
    <h2>${letter.subject || "(no subject)"}</h2>
    <p class="quiet">From ${letter.from} to ${letter.to}</p>
    <div class="letter">
      <div>
        <h3>As plain text</h3>
        <pre>${withLinks(letter.text)}</pre>
      </div>
      ${formatted}
    </div>
  </article>`;
}

/** `split` keeps the addresses, because the pattern captures them: every second part is an address. */
function withLinks(text: string): Markup[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, at) => (at % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noopener">${part}</a>` : html`${part}`));
}

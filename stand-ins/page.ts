/** The look of all stand-ins: plain on purpose, so that users do not confuse them with Storyport. */
import type { Access } from "#/portal.ts";

/** Markup that is safe to insert unescaped. */
export interface Markup {
  readonly markup: string;
}

type Piece = Markup | string | number | null | undefined | readonly Piece[];

export interface PageParts {
  /** Which stand-in the page belongs to; chooses the accent colour. */
  of: "game" | "dashboard" | "mailbox" | "identity provider";
  title: string;
  body: Markup;
  /** The address of a script of the same stand-in. */
  script?: string;
  language?: string;
}

/** Template tag that escapes every value except markup. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return { markup: strings.map((text, at) => text + render(pieces[at])).join("") };
}

/** A complete page. It loads nothing from other origins, except the pictures that the page of a device shows (`device-pages.ts`). */
export function page({ of, title, body, script, language = "en" }: PageParts): string {
  const scriptTag = script === undefined ? null : html`<script src="${script}" defer></script>`;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${title} · stand-in ${of}</title>
        <style>
          ${{ markup: styles }}
        </style>
        ${scriptTag}
      </head>
      <body class="${of.replace(" ", "-")}">
        <header>
          <p><strong>Stand-in ${of}</strong> <span>plays the outside world for the demo and the tests</span></p>
        </header>
        <main>${body}</main>
      </body>
    </html> `.markup;
}

/** The token's claims as they are. What was fetched because the token leaves it out has a heading of its own. */
export function accessTables(caption: string, { claims, rights }: Access): Markup {
  const fetched = Object.keys(rights).length > 0 ? valueTable("Rights fetched with the token", rights) : null;
  return html`${valueTable(caption, claims)}${fetched}`;
}

/** A table of names and values, mainly for claims. */
function valueTable(caption: string, values: Readonly<Record<string, unknown>>): Markup {
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">Claim</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(values).map(
          ([name, value]) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td><code>${inWords(name, value)}</code></td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function inWords(name: string, value: unknown): string {
  const isTime = typeof value === "number" && ["exp", "iat", "nbf", "auth_time"].includes(name);
  if (isTime) return `${value} (${new Date(value * 1000).toISOString()})`;
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function render(piece: Piece): string {
  if (piece === null || piece === undefined) return "";
  if (typeof piece === "string" || typeof piece === "number") return escape(String(piece));
  return "markup" in piece ? piece.markup : piece.map(render).join("");
}

function escape(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const styles = `
:root { color-scheme: light dark; --page: light-dark(#f6f5f1, #16191d); --card: light-dark(#fff, #20252b); --ink: light-dark(#1f2428, #eceae4);
  --quiet: light-dark(#565d64, #a9b0b7); --line: light-dark(#d5d3cc, #3a4149); --bad: light-dark(#a3231b, #ff9d90); }
.game { --accent: light-dark(#17633f, #7fd6a6); --on-accent: light-dark(#fff, #0f2418); }
.dashboard { --accent: light-dark(#54389c, #bba7f5); --on-accent: light-dark(#fff, #1d1338); }
.identity-provider { --accent: light-dark(#1c4f8c, #8fc1ff); --on-accent: light-dark(#fff, #0b1c33); }
.mailbox { --accent: light-dark(#84480f, #f0b776); --on-accent: light-dark(#fff, #2e1a05); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header { background: repeating-linear-gradient(135deg, transparent 0 12px, color-mix(in srgb, var(--accent) 14%, transparent) 12px 24px); border-block-end: 3px solid var(--accent); }
header p { max-width: 60rem; margin: auto; padding: .75rem 1rem; }
header span { color: var(--ink); }
main { max-width: 60rem; margin: auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: .25rem 0 1rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1.25rem; margin-block: 1rem; }
.card > :first-child, .card > * > :first-child:is(h2, h3) { margin-block-start: 0; }
.card > :last-child { margin-block-end: 0; }
.quiet { color: var(--quiet); }
.bad { color: var(--bad); border-inline-start: 4px solid; padding-inline-start: .75rem; }
a { color: var(--accent); }
button, .button { display: inline-block; min-height: 44px; padding: .6rem 1.25rem; border: 2px solid var(--accent); border-radius: .75rem; background: var(--accent);
  color: var(--on-accent); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
button.second { background: transparent; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
form.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
fieldset { border: 1px solid var(--line); border-radius: .75rem; margin: 0 0 1rem; padding: .5rem 1rem; }
label { display: block; font-weight: 600; }
fieldset label { display: flex; gap: .6rem; align-items: center; min-height: 44px; font-weight: 400; }
select { display: block; font: inherit; min-height: 44px; padding: .4rem .75rem; margin-block: .25rem 1rem; border: 1px solid var(--quiet); border-radius: .5rem; background: var(--card); color: var(--ink); max-width: 100%; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: start; font-weight: 600; padding-block: .5rem; }
th, td { text-align: start; vertical-align: top; padding: .5rem .75rem .5rem 0; border-block-start: 1px solid var(--line); min-width: 8rem; }
th { overflow-wrap: normal; }
input { accent-color: var(--accent); width: 1.1rem; height: 1.1rem; flex: none; }
dd { margin: 0 0 .75rem; }
code { font-size: .9rem; }
ul.letters { list-style: none; padding: 0; margin: 0; }
ul.letters a { display: block; min-height: 44px; padding: .6rem .75rem; border-radius: .5rem; border-block-end: 1px solid var(--line); text-decoration: none; color: var(--ink); }
ul.letters a:hover, ul.letters a[aria-current] { background: color-mix(in srgb, var(--accent) 14%, transparent); }
.letter { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); }
.letter pre { white-space: pre-wrap; font: .95rem/1.5 ui-monospace, monospace; margin: 0; }
iframe { width: 100%; min-height: 28rem; border: 1px solid var(--line); border-radius: .5rem; background: #fff; color-scheme: light; }
`;

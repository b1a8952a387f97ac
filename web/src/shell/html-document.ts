/** The document around React's part. React never renders it; only the page's own element is hydrated. */
import { directionOf } from "@storyport/contract/direction";
import { getLocale } from "@storyport/texts/runtime";
import headingFont from "#/assets/andika-bold.woff2?url";
import { pageDataId, pageRootId } from "./page-data.ts";
import type { PageData } from "./page-data.ts";
import type { PageFiles } from "./page-files.ts";

/** Asks for the address again after these seconds, in a browser without script. */
export interface Refresh {
  seconds: number;
  address: string;
}

export interface DocumentParts {
  title: string;
  /** For search engines, if they may index the page (DESIGN A31). */
  description?: string | undefined;
  /** Without script the browser asks for this address after this time. */
  refresh?: Refresh | undefined;
  files: PageFiles;
  nonce: string;
  data: PageData;
  /** React's HTML of the page. */
  body: string;
}

/** Names the address: the page may be the answer to a form, and a form's target takes no GET. */
function refreshBy({ seconds, address }: Refresh): string {
  return `<noscript><meta http-equiv="refresh" content="${seconds}; url=${escapeHtml(address)}"></noscript>`;
}

/**
 * Before React is there, the browser itself sends a form, and a second press within ten seconds sends nothing. The first press uses up a
 * code or a link, and the page would show the refusal of the second. After ten seconds the user may have stopped the first. The script is
 * part of the document, because other scripts may be late or missing.
 */
const sendOnce = `addEventListener("submit",e=>{let f=e.target,t=e.timeStamp;e.defaultPrevented||f.method!="post"||(t-f.sentAt<1e4?e.preventDefault():f.sentAt=t)})`;

/** Returns the HTML of a whole page. The theme colours are those of `--sky` in tokens.css, light and dark. */
export function htmlDocument({ title, description, refresh, files, nonce, data, body }: DocumentParts): string {
  const styles = files.styles.map(([address, css]) => {
    // A script that is loaded later looks for its style sheet by this link. A disabled link is never fetched, and marks the sheet as
    // present.
    return `<style nonce="${nonce}">${css}</style><link rel="stylesheet" href="${address}" disabled>`;
  });
  // The font is preloaded in the body: for a preload in the head Chromium delays the first paint.
  const preloads = files.scripts.map((address) => `<link rel="modulepreload" href="${address}">`);
  return `<!DOCTYPE html>
<html lang="${getLocale()}" dir="${directionOf(getLocale())}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${forSearchEngines(description)}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#dfebe8">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101c3b">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${styles.join("")}
${preloads.join("")}
<script nonce="${nonce}">${sendOnce}</script>
<script type="module" src="${files.entry}"></script>
${refresh === undefined ? "" : refreshBy(refresh)}
</head>
<body>
<link rel="preload" as="font" type="font/woff2" href="${headingFont}" crossorigin="anonymous">
<div id="${pageRootId}">${body}</div>
<script type="application/json" id="${pageDataId}">${escapeJson(data)}</script>
</body>
</html>
`;
}

function forSearchEngines(description: string | undefined): string {
  if (description === undefined) return `<meta name="robots" content="noindex">`;
  return `<meta name="description" content="${escapeHtml(description)}">`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Escapes "<", so that the data cannot end its script element. */
function escapeJson(data: object): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}

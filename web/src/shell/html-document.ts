/** The document around what React draws. React never draws it again: only the page's own part of it comes alive. */
import { getLocale } from "@storyport/texts/runtime";
import headingFont from "#/assets/andika-bold.woff2?url";
import { pageDataId, pageRootId } from "./page-data.ts";
import type { PageData } from "./page-data.ts";
import type { PageFiles } from "./page-files.ts";

export interface DocumentParts {
  title: string;
  /** For search engines, where they may keep the page at all (DESIGN A31). */
  description?: string | undefined;
  files: PageFiles;
  nonce: string;
  data: PageData;
  /** As React has drawn it. */
  body: string;
}

export function htmlDocument({ title, description, files, nonce, data, body }: DocumentParts): string {
  const styles = files.styles.map(([address, css]) => {
    // A script that comes later asks for its sheet by this link: a disabled one is never fetched, and says that the sheet is there.
    return `<style nonce="${nonce}">${css}</style><link rel="stylesheet" href="${address}" disabled>`;
  });
  const preloads = files.scripts.map((address) => `<link rel="modulepreload" href="${address}">`);
  return `<!DOCTYPE html>
<html lang="${getLocale()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${forSearchEngines(description)}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#dfebe8">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101c3b">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" as="font" type="font/woff2" href="${headingFont}" crossorigin="anonymous">
${styles.join("")}
${preloads.join("")}
<script type="module" src="${files.entry}"></script>
</head>
<body>
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

/** Nothing in it can end the element that it stands in. */
function escapeJson(data: object): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}

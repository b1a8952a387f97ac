/**
 * Formats a letter as text and as HTML from the same sentences. Plain enough for any client: one column, no pictures, real links. Many mail
 * programs drop style sheets, so each element has its style. The colours are the letters' own.
 */
import { directionOf } from "@storyport/contract/direction";

export interface LetterParts {
  language: string;
  productName: string;
  subject: string;
  greeting: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** A sentence, and the steps to take, if another person caused the letter. */
  notYou: string;
  steps: string[];
  /** Small print under the line. */
  closing: string[];
}

export interface Letter {
  subject: string;
  text: string;
  html: string;
}

export function writeLetter(parts: LetterParts): Letter {
  return { subject: parts.subject, text: asText(parts), html: asHtml(parts) };
}

function asText({ greeting, paragraphs, action, notYou, steps, closing }: LetterParts): string {
  const link = action === undefined ? [] : [`${action.label}:\n${action.url}`];
  const numbered = steps.length === 0 ? [] : [steps.map((step, index) => `${index + 1}. ${step}`).join("\n")];
  return `${[greeting, ...paragraphs, ...link, notYou, ...numbered, "--", ...closing].join("\n\n")}\n`;
}

function asHtml({ language, productName, subject, greeting, paragraphs, action, notYou, steps, closing }: LetterParts): string {
  const paragraph = (text: string, style = ""): string => `<p style="margin:0 0 16px;${style}">${escape(text)}</p>`;
  const link =
    action === undefined
      ? ""
      : `<p style="margin:24px 0"><a href="${escape(action.url)}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:#14375e;color:#fffdf7;font-weight:bold;text-decoration:none">${escape(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;word-break:break-all"><a href="${escape(action.url)}" style="color:#14375e">${escape(action.url)}</a></p>`;
  const items = steps.map((step) => `<li style="margin:0 0 8px">${escape(step)}</li>`);
  const list = items.length === 0 ? "" : `<ol style="margin:0 0 16px;padding:0 24px">${items.join("")}</ol>`;
  return `<!doctype html>
<html lang="${escape(language)}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px;background:#fbf6ea;color:#14263a;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#fffdf7;border-radius:16px">
<p style="margin:0 0 24px;font-weight:bold;color:#14375e">${escape(productName)}</p>
${paragraph(greeting)}
${paragraphs.map((text) => paragraph(text)).join("\n")}
${link}
${paragraph(notYou)}
${list}
<hr style="border:0;border-top:1px solid #e4dcc8;margin:24px 0">
${closing.map((text) => paragraph(text, "font-size:14px;color:#4a5a6c")).join("\n")}
</div>
</body>
</html>
`;
}

/** Names come from users, so escape them: they are text, never markup. */
function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

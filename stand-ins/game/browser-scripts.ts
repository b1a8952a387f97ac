/** The scripts of the game's pages, served as files so that pages need no inline scripts. */

/**
 * The tab chooses the attempt's id, so that it knows its waiting room before the other tab opens. It stays for a moment, because the
 * browser must send the form first.
 */
export const playScript = `
document.getElementById("play").addEventListener("submit", (event) => {
  const form = event.currentTarget;
  form.querySelector("[name=attempt]")?.remove();
  const attempt = document.createElement("input");
  Object.assign(attempt, { type: "hidden", name: "attempt", value: crypto.randomUUID() });
  form.append(attempt);
  setTimeout(() => location.assign("/waiting/" + attempt.value), 300);
});
`;

export const waitingScript = lookUntil('report.status !== "waiting"');

/** The portal may end the login while the child plays. */
export const insideScript = lookUntil('report.status === "logged-out"');

/** A script that loads the page again as soon as the report on its attempt meets the condition. */
function lookUntil(condition: string): string {
  return `
const attempt = location.pathname.split("/").pop();
async function look() {
  const report = await fetch("/attempts/" + attempt).then((answer) => answer.ok ? answer.json() : null).catch(() => null);
  if (report !== null && ${condition}) return location.reload();
  setTimeout(look, 500);
}
look();
`;
}

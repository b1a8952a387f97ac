// The page of the game: buttons around login.js. Replace it by your game.
import { accessToken, claims, finishLogin, isLoggedIn, logIn, logOut, portalUrl, refresh } from "./login.js";

/** @param {string} id */
const element = (id) => document.getElementById(id) ?? document.body;

/** @param {string} sentence */
function show(sentence) {
  element("status").textContent = sentence;
  element("claims").textContent = isLoggedIn() ? JSON.stringify(claims(), null, 2) : "";
  element("log-in").hidden = isLoggedIn();
  for (const id of ["rights", "refresh", "log-out"]) element(id).hidden = !isLoggedIn();
}

/** @param {() => Promise<string>} action */
async function run(action) {
  try {
    show(await action());
  } catch (error) {
    show(error instanceof Error ? error.message : String(error));
  }
}

/** @type {Record<string, () => Promise<string>>} */
const actions = {
  "log-in": async () => {
    await logIn();
    return "Storyport opens.";
  },
  rights: async () => {
    const headers = { authorization: `Bearer ${await accessToken()}` };
    const response = await fetch(`${portalUrl}/api/auth/token/rights?kind=players`, { headers });
    if (!response.ok) throw new Error(`Storyport answered ${response.status}. Try again later.`);
    const { results } = await response.json();
    return `You may see ${results.length} players.`;
  },
  refresh: async () => {
    await refresh();
    return "The tokens are new.";
  },
  "log-out": async () => {
    await logOut();
    return "You are logged out of the game.";
  },
};
for (const [id, action] of Object.entries(actions)) element(id).addEventListener("click", () => void run(action));

await run(async () => ((await finishLogin()) ? "You are logged in." : "You are not logged in."));

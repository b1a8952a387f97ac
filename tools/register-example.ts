// Registers an example in the demo world by calls of the API. An administrator registers the game and gives it to the school. The school's
// manager shares names with it.

/** The password is public, and the portal refuses the demo world in production. */
const password = "Reading-Rocks-26";
const administrator = "admin@storyport.example";
const manager = "manager@storyport.example";
const school = "Fjordskolen";

export const examples = ["browser-game", "native-game", "dashboard-node", "dashboard-python"] as const;
export type ExampleName = (typeof examples)[number];

interface Game {
  gameId: number;
  gameKey: string;
  version: number;
}

interface Organization {
  id: string;
  version: number;
  games: { gameId: number }[];
}

interface User {
  id: string;
  version: number;
  roles: { role_key: string; organizationId?: string; userGroupId?: string }[];
}

type Call = (method: string, path: string, body?: object) => Promise<unknown>;

/** Returns the `client_id`: the game's number. Moves an example that is registered already to the address `origin`. */
export async function registerExample(name: ExampleName, portalUrl: string, origin: string): Promise<number> {
  const call = await logIn(portalUrl, administrator);
  const gameKey = `example-${name}`;
  const client = clientOf(name, origin);
  const known = ((await call("GET", "games")) as Game[]).find((game) => game.gameKey === gameKey);
  const { gameId } = (
    known === undefined
      ? await call("POST", "games", { gameKey, description: `Example: ${name}`, ...client })
      : await call("PATCH", `games/${known.gameId}`, { version: known.version, ...client })
  ) as Game;
  const organizationId = await giveToSchool(call, gameId);
  if (client.openid !== null) {
    await appointManager(call, organizationId);
    await shareNames(portalUrl, organizationId, gameId);
  }
  await call("POST", "auth/logout");
  return gameId;
}

/** The browser navigates to a WEB callback. It asks for a LOOPBACK callback in the background, at any port. */
function clientOf(name: ExampleName, origin: string) {
  if (name === "native-game") return { callbacks: [{ url: "http://127.0.0.1/callback", kind: "LOOPBACK" }], openid: null };
  const callbacks = [{ url: `${origin}/callback`, kind: "WEB" }];
  if (name === "browser-game") return { callbacks, openid: null };
  // The portal's own button opens it, and a conformance run begins there.
  const resourceLinks = [{ url: `${origin}/login`, resource_type: "storyport" }];
  const logout = { backchannelLogoutUrl: `${origin}/backchannel-logout`, postLogoutUrls: [`${origin}/logged-out`] };
  return { callbacks, resourceLinks, openid: { subjectType: "pairwise", ...logout } };
}

async function giveToSchool(call: Call, gameId: number): Promise<string> {
  const list = (await call("GET", "organization/list")) as { id: string; organization_key: string }[];
  const found = list.find(({ organization_key: key }) => key === school);
  if (found === undefined) throw new Error(`There is no school ${school}. Examples run beside the demo world.`);
  const { id, version, games } = (await call("GET", `organization/${found.id}`)) as Organization;
  await call("PATCH", `organization/${id}`, { version, gameIds: [...new Set([...games.map((game) => game.gameId), gameId])] });
  return id;
}

/** The demo's school has no administrator, so its manager of groups gets that role too. */
async function appointManager(call: Call, organizationId: string): Promise<void> {
  const { results } = (await call("POST", "users/search", { query: manager })) as { results: { guid: string }[] };
  const user = (await call("GET", `users/${results[0]?.guid}`)) as User;
  const own = user.roles.filter((role) => role.organizationId === organizationId && role.userGroupId === undefined);
  const roles = own.map((role) => role.role_key);
  if (roles.includes("organization_admin")) return;
  await call("PATCH", `users/${user.id}`, { version: user.version, organizationId, roles: [...roles, "organization_admin"] });
}

/** A dashboard reads the names of the staff, which only the school itself allows. */
async function shareNames(portalUrl: string, organizationId: string, gameId: number): Promise<void> {
  const call = await logIn(portalUrl, manager);
  const path = `organization/${organizationId}/name-sharing`;
  const { tools } = (await call("GET", path)) as { tools: { gameId: number; reads: string[] }[] };
  // The portal refuses the decision if what the tool reads has changed meanwhile.
  const seen = tools.find((tool) => tool.gameId === gameId)?.reads ?? [];
  await call("PUT", path, { gameId, words: ["profile"], seen });
  await call("POST", "auth/logout");
}

async function logIn(portalUrl: string, email: string): Promise<Call> {
  const cookies = new Map<string, string>();
  const call: Call = async (method, path, body) => {
    const response = await fetch(`${portalUrl}/api/auth/${path}`, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return text === "" ? undefined : JSON.parse(text);
  };
  await call("POST", "pw/login", { email, password, deviceName: "Examples" });
  return call;
}

/** Where everything is that a journey passes through, and who travels. */

function address(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set; playwright.config.ts sets it.`);
  return value;
}

export const portalUrl = address("PORTAL_URL");
export const identityProviderUrl = address("IDENTITY_PROVIDER_URL");
export const gameUrl = address("GAME_URL");
export const dashboardUrl = address("DASHBOARD_URL");
export const mailboxUrl = address("MAILBOX_URL");

/** The demo world's password: the same for everybody. */
export const password = "Reading-Rocks-26";

export const people = {
  admin: "admin@storyport.example",
  teacher: "teacher@fjordskolen.example",
  camille: "teacher@lyceehugo.example",
  manager: "manager@storyport.example",
  member: "member@fjordskolen.example",
  newcomer: "newcomer@fjordskolen.example",
  blocked: "blocked@fjordskolen.example",
  expired: "expired@fjordskolen.example",
  guest: "guest@fjordskolen.example",
} as const;

/** Somebody nobody knows, another one each time: wrong guesses must not slow a person down whom other journeys need. */
export function stranger(): string {
  return `nobody-${crypto.randomUUID()}@fjordskolen.example`;
}

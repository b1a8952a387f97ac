import { moods, type Mood } from "#/mailbox/smtp.ts";

export interface Settings {
  portalUrl: string;
  identityProviderPort: number;
  gamePort: number;
  dashboardPort: number;
  mailboxPort: number;
  smtpPort: number;
  dashboardSecret: string;
  mailboxFile: string | undefined;
  mailboxMood: Mood;
}

/** Reads the settings, and reports all mistakes together in words. Refuses production. */
export function readSettings(env: NodeJS.ProcessEnv): Settings | { mistakes: string[] } {
  const mistakes: string[] = [];
  const port = (name: string, otherwise: number, highest = 65535) => {
    const value = env[name] ? Number(env[name]) : otherwise;
    if (!Number.isInteger(value) || value < 1 || value > highest)
      mistakes.push(`${name} must be a port number from 1 to ${highest}, not "${env[name]}".`);
    return value;
  };
  if (env["NODE_ENV"] === "production")
    mistakes.push("NODE_ENV is production: stand-ins exist for the demo, development and tests only and do not start.");
  // Four ports follow it: game, dashboard, mailbox, SMTP.
  const first = port("STAND_INS_PORT", 3001, 65531);
  const portalUrl = env["PUBLIC_URL"] || `http://localhost:${port("PORT", 3000)}`;
  if (!URL.canParse(portalUrl)) mistakes.push(`PUBLIC_URL must be an address such as http://localhost:3000, not "${portalUrl}".`);
  const mailboxMood = moods.find((mood) => mood === (env["MAILBOX_REFUSE"] || "accept"));
  if (mailboxMood === undefined) mistakes.push(`MAILBOX_REFUSE must be one of ${moods.join(", ")}, not "${env["MAILBOX_REFUSE"]}".`);
  const settings = {
    portalUrl,
    identityProviderPort: first,
    gamePort: first + 1,
    dashboardPort: first + 2,
    mailboxPort: first + 3,
    smtpPort: env["MAILBOX_SMTP_PORT"] ? port("MAILBOX_SMTP_PORT", 0) : first + 4,
    // The same secret by default as in the portal (`server/src/platform/settings.ts`).
    dashboardSecret: env["DASHBOARD_CLIENT_SECRET"] || "dashboard-demo-secret",
    mailboxFile: env["MAILBOX_FILE"] || undefined,
    mailboxMood: mailboxMood ?? "accept",
  };
  return mistakes.length > 0 ? { mistakes } : settings;
}

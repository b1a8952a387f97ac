/** Starts all stand-ins in one process and stops them together. */
import { startDashboard } from "#/dashboard/start-dashboard.ts";
import { startGame } from "#/game/start-game.ts";
import { startIdentityProvider } from "#/identity-provider/start-identity-provider.ts";
import { startMailbox } from "#/mailbox/start-mailbox.ts";
import { readSettings, type Settings } from "./settings.ts";
import { closeWithin, PortTaken, type Running } from "./web-server.ts";

const running: Running[] = [];
const settings = readSettings(process.env);

if ("mistakes" in settings) {
  await end(1, settings.mistakes.join("\n"));
} else {
  process.once("SIGTERM", () => void end(0));
  process.once("SIGINT", () => void end(0));
  // Never outlive the parent process.
  process.once("disconnect", () => void end(0));
  try {
    await startAll(settings);
    process.send?.({ ready: true });
  } catch (error) {
    if (!(error instanceof PortTaken)) throw error;
    await end(1, error.message);
  }
}

async function startAll({ portalUrl, ...ports }: Settings): Promise<void> {
  const mailbox = await startMailbox({
    port: ports.mailboxPort,
    smtpPort: ports.smtpPort,
    file: ports.mailboxFile,
    mood: ports.mailboxMood,
  });
  running.push(mailbox);
  const identityProvider = await startIdentityProvider({ port: ports.identityProviderPort, portalUrl });
  running.push(identityProvider);
  const game = await startGame({ port: ports.gamePort, portalUrl });
  running.push(game);
  const dashboard = await startDashboard({ port: ports.dashboardPort, portalUrl, clientSecret: ports.dashboardSecret });
  running.push(dashboard);
  const web = `identity provider ${identityProvider.url}, game ${game.url}, dashboard ${dashboard.url}`;
  console.log(`Stand-ins are ready: ${web}, mailbox ${mailbox.url} (${mailbox.smtpUrl}).`);
}

async function end(exitCode: number, sentence?: string): Promise<void> {
  if (sentence !== undefined) console.error(sentence);
  // A little more than the two seconds that each stand-in takes at most.
  await closeWithin(
    2500,
    running.map(({ close }) => close()),
  );
  process.exit(exitCode);
}

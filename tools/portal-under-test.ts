import { findFreePorts } from "./ports.ts";

/**
 * Where the journeys find the portal and its stand-ins, also left in the environment for the specs: PORTAL_URL,
 * IDENTITY_PROVIDER_URL, GAME_URL, DASHBOARD_URL, MAILBOX_URL. A PORTAL_URL given from outside (with STAND_INS_PORT, default
 * 3001) names a portal that runs already; otherwise free ports are chosen once, for the process that will start it.
 */
export async function choosePortalUnderTest(): Promise<{ readonly url: string; readonly isOurs: boolean }> {
  const isOurs = process.env.PORTAL_URL === undefined || process.env.STARTS_PORTAL === "yes";
  if (process.env.PORTAL_URL === undefined) {
    const port = await findFreePorts(6);
    process.env.PORT = String(port);
    process.env.STAND_INS_PORT = String(port + 1);
    process.env.PORTAL_URL = `http://localhost:${port}`;
    process.env.STARTS_PORTAL = "yes";
  }
  const standIns = Number(process.env.STAND_INS_PORT ?? 3001);
  for (const [index, name] of ["IDENTITY_PROVIDER_URL", "GAME_URL", "DASHBOARD_URL", "MAILBOX_URL"].entries()) {
    process.env[name] = `http://127.0.0.1:${standIns + index}`;
  }
  return { url: process.env.PORTAL_URL, isOurs };
}

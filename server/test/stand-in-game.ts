/** The stand-in game as a process of its own, with a fault if a test wants one. */
import { fileURLToPath } from "node:url";
import { runScript } from "./run-script.ts";

const script = fileURLToPath(new URL("../../stand-ins/game/alone.ts", import.meta.url));

export interface StandInGame {
  url: string;
  close(): Promise<void>;
}

export async function startStandInGame(portalUrl: string, fault = ""): Promise<StandInGame> {
  const running = runScript(script, { PORTAL_URL: portalUrl, STAND_IN_GAME_FAULT: fault });
  await running.says("\n");
  return {
    url: running.output().trim(),
    async close() {
      running.process.kill("SIGKILL");
      await running.ended;
    },
  };
}

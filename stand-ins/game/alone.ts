/**
 * Starts the game alone, for tests that give it another portal, or a fault (server/test/stand-in-game.ts). Prints its address. Ends with its
 * parent, because the channel between them closes.
 */
import { findFault } from "./faults.ts";
import { startGame } from "./start-game.ts";

if (process.env["NODE_ENV"] === "production") throw new Error("Stand-ins exist for the demo, development and tests only.");
const game = await startGame({
  port: Number(process.env["GAME_PORT"] ?? 0),
  portalUrl: process.env["PORTAL_URL"] ?? "http://localhost:3000",
  fault: findFault(process.env["STAND_IN_GAME_FAULT"]),
});
console.log(game.url);
process.once("SIGTERM", () => void game.close().then(() => process.exit(0)));
process.once("disconnect", () => process.exit(0));

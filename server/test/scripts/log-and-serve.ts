/** A process with the portal's log that answers each message with it. "fatal" is logged as a fault that ends a portal. */
import { createLog } from "#/platform/log.ts";

const log = createLog("info", { instance: "test", version: "0" });
process.on("message", (message) => {
  log.info(`asked for ${String(message)}`);
  if (message === "fatal") log.fatal("an exception nobody caught");
  process.send?.(message);
});
process.on("SIGTERM", () => {
  log.info("stopped");
  process.exit(0);
});
process.on("disconnect", () => process.exit(0));
console.error("waiting");

/** A process that takes the lock of FOLDER on request, and holds it until it ends. */
import { lockFolder } from "#/platform/database/folder-lock.ts";
import { StartRefusal } from "#/platform/settings.ts";

process.on("message", () => void take());
process.on("disconnect", () => process.exit(0));
console.log("waiting");

async function take(): Promise<void> {
  try {
    await lockFolder(process.env["FOLDER"] ?? "");
    console.log("holding");
  } catch (error) {
    console.log(error instanceof StartRefusal ? `refused: ${error.message}` : `failed: ${String(error)}`);
  }
}

/**
 * `npm run admin`: the operator's command line, which needs no account. `admin/usage.ts` lists the commands. It uses the admin area's
 * operations and rules, and the history names the operator. Outside the demo world administrators are created here alone.
 */
import { runAdministratorCommand } from "#/admin/administrators.ts";
import { runEndAllLogins } from "#/admin/end-all-logins.ts";
import { runDoctor } from "#/admin/doctor/doctor.ts";
import { runHistoryCommand } from "#/admin/history.ts";
import { runGameCommand } from "#/admin/games.ts";
import { runMaintenanceCommand } from "#/admin/maintenance.ts";
import { runMove } from "#/admin/move.ts";
import { runOrganizationCommand } from "#/admin/organizations.ts";
import { runReseal } from "#/admin/reseal.ts";
import { runSweep } from "#/admin/sweep.ts";
import { usage } from "#/admin/usage.ts";
import { runMigrate } from "#/admin/with-store.ts";
import { connectionAdvice } from "#/platform/database/database-faults.ts";
import { Refusal } from "#/platform/refusal.ts";
import { StartRefusal } from "#/platform/settings.ts";

const [command = "", ...words] = process.argv.slice(2);

try {
  if (command === "games") await runGameCommand(words);
  else if (command === "organizations") await runOrganizationCommand(words);
  else if (command === "history") await runHistoryCommand(words);
  else if (command === "migrate" && words.length === 0) await runMigrate();
  else if (command === "doctor") await runDoctor(words);
  else if (command === "maintenance") await runMaintenanceCommand(words);
  else if (command === "move") await runMove(words);
  else if (command === "reseal" && words.length === 0) await runReseal();
  else if (command === "end-all-logins" && words.length === 0) await runEndAllLogins();
  else if (command === "sweep" && words.length === 0) await runSweep();
  else if (command === "help" || command === "--help") console.log(usage);
  else await runAdministratorCommand([command, ...words]);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

/** Returns an expected error as sentences, any other with its stack. */
function explain(error: unknown): string {
  if (error instanceof Refusal) return [error.message, ...(error.details.errors ?? []).map(describeField)].join("\n");
  if (error instanceof StartRefusal) return error.message;
  const advice = connectionAdvice(error);
  if (advice !== undefined) return advice;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function describeField({ field, message }: { field?: string | undefined; message: string }): string {
  return field === undefined ? `  ${message}` : `  ${field}: ${message}`;
}

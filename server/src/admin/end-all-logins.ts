import { endAllLogins } from "#/features/accounts/end-all-logins.ts";
import { StartRefusal } from "#/platform/settings.ts";
import { readWords, unknownCommand } from "./read-words.ts";
import { withPatience } from "./with-store.ts";

/**
 * `end-all-logins --end`, for a restored backup: logins that had ended are in it again. Without the option it does nothing, and refuses
 * (StartRefusal), so that a script does not go on. Needs patience: a minute for some million sessions.
 */
export async function runEndAllLogins(words: string[]): Promise<void> {
  const { values, positionals } = readWords(words, { end: { type: "boolean" } });
  if (positionals.length > 0) throw unknownCommand();
  if (values.end !== true) throw new StartRefusal(notMeant);
  await withPatience(async ({ database }) => {
    const { sessions, tokenFamilies, codes, links } = await endAllLogins(database);
    console.log(
      `Ended: ${sessions} sessions, ${tokenFamilies} logins of games, ${codes} codes and ${links} mailed links. Everybody logs in again.`,
    );
  });
}

const notMeant =
  "This ends every session, token, code and mailed link, for a restored backup. Everybody logs in again. Nothing was ended. If you mean it, add --end.";

import { endAllLogins } from "#/features/accounts/end-all-logins.ts";
import { withPatience } from "./with-store.ts";

/** `end-all-logins`, for a restored backup: logins that had ended are in it again. Needs patience: a minute for some million sessions. */
export async function runEndAllLogins(): Promise<void> {
  await withPatience(async ({ database }) => {
    const { sessions, tokenFamilies, codes, links } = await endAllLogins(database);
    console.log(
      `Ended: ${sessions} sessions, ${tokenFamilies} logins of games, ${codes} codes and ${links} mailed links. Everybody logs in again.`,
    );
  });
}

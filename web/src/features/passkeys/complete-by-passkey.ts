/** Completes a half login by a passkey. Import it late, like `log-in-by-passkey.ts`. */
import { completeLoginByPasskey } from "@storyport/contract/passkeys";
import { welcomeAccount } from "#/features/login/welcome-account.ts";
import type { Portal } from "#/shell/portal.ts";
import { choosePasskey } from "./ceremony.ts";
import { inWords } from "./log-in-by-passkey.ts";

/** Returns the next page. Rejects with an ApiError in the reader's language. */
export async function completeByPasskey(here: Pick<Portal, "call" | "loginState">): Promise<string> {
  const credential = await inWords(choosePasskey(here.call, {}));
  welcomeAccount(here, await inWords(here.call(completeLoginByPasskey, { body: { credential } })));
  return "/post-login";
}

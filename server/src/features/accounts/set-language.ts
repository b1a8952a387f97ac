import type { setLanguage as endpoint } from "@storyport/contract/accounts";
import type { ResponseOf } from "@storyport/contract/endpoint";
import type { AppContext } from "#/context.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { updateLanguage } from "./update-account.ts";

type Language = ResponseOf<typeof endpoint>;

/** Sets the language of the caller's screens and e-mails (specification, section 1). It concerns the owner alone, so no event is recorded. */
export async function setLanguage({ database }: AppContext, { session }: LoggedInCaller, { locale }: Language): Promise<Language> {
  await updateLanguage(database, session.accountId, locale);
  return { locale };
}

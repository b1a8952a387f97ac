import { ProviderFailure } from "#/features/federated-login/provider-failure.tsx";
import { gamesOf } from "#/features/games/offered-games.ts";
import type { AccountPage } from "./load-login-page.ts";
import { LoggedInPanel } from "./logged-in-panel.tsx";
import { useLoginRequest } from "./login-screen.tsx";
import type { LoginSearch } from "./login-search.ts";
import { failedProvider } from "./provider-return.ts";

/** The start page of a logged-in user. At /login it also stores the address's request (specification, section 2). */
export function HomeScreen({ page, search = {} }: { page: AccountPage; search?: LoginSearch }) {
  useLoginRequest(search, gamesOf(page.organizations));
  const provider = failedProvider(search);
  const notice = provider !== undefined && <ProviderFailure provider={provider} code={search.error ?? ""} isLoggedIn />;
  return <LoggedInPanel page={page} notice={notice} />;
}

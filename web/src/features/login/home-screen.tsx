import { ProviderFailure } from "#/features/federated-login/provider-failure.tsx";
import { gamesOf } from "#/features/games/offered-games.ts";
import type { AccountPage } from "./load-login-page.ts";
import { LoggedInPanel } from "./logged-in-panel.tsx";
import { useLoginRequest } from "./login-screen.tsx";
import type { LoginSearch } from "./login-search.ts";
import { crossSite, OnlyFromHere } from "./only-from-here.tsx";
import { failedProvider } from "./provider-return.ts";

/** The start page of a logged-in user. At /login it also stores the address's request (specification, section 2). */
export function HomeScreen({ page, search = {} }: { page: AccountPage; search?: LoginSearch }) {
  useLoginRequest(search, gamesOf(page.organizations));
  return <LoggedInPanel page={page} notice={<Refused search={search} />} />;
}

/** Why another page led here. A login at a provider failed, or a link from elsewhere named a call that only our pages may make. */
function Refused({ search }: { search: LoginSearch }) {
  const { error } = search;
  const provider = failedProvider(search);
  if (provider !== undefined) return <ProviderFailure provider={provider} code={error ?? ""} isLoggedIn />;
  if (error === crossSite) return <OnlyFromHere />;
  // A stranger may have written any other code into the address.
  return null;
}

import type { LoginPage } from "#/features/login/load-login-page.ts";
import { LoginPanel } from "#/features/login/login-panel.tsx";
import { useLoginRequest } from "#/features/login/login-screen.tsx";
import type { LoginSearch } from "#/features/login/login-search.ts";
import { failedProvider } from "#/features/login/provider-return.ts";
import { ProviderFailure } from "./provider-failure.tsx";

/** Shown after a failed login at a provider: the reason, and every way to log in. */
export function FailedProviderScreen({ page, search }: { page: LoginPage; search: LoginSearch }) {
  useLoginRequest(search, page.games);
  const provider = failedProvider(search);
  const notice = provider !== undefined && <ProviderFailure provider={provider} code={search.error ?? ""} isLoggedIn={false} />;
  return <LoginPanel page={page} failure={undefined} notice={notice} />;
}

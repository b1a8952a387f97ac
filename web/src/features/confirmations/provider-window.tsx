import type { Provider } from "@storyport/contract/providers";
import { m } from "@storyport/texts/messages";
import { providerNames } from "#/features/federated-login/provider-login.ts";
import { LinkButton } from "#/ui/button.tsx";
import type { ProviderWindowState } from "./use-provider-window.ts";

interface ProviderWindowProps {
  window: ProviderWindowState;
  providers: readonly Provider[];
}

/** Says what the second window is for. If the browser has blocked it, the user opens it by a link, which no browser blocks. */
export function ProviderWindow({ window: { opened }, providers }: ProviderWindowProps) {
  if (providers.length === 0) return null;
  return <div role="status">{opened === undefined ? null : <Opened {...opened} />}</div>;
}

function Opened({ provider, url, isBlocked }: NonNullable<ProviderWindowState["opened"]>) {
  const name = { provider: providerNames[provider] };
  if (!isBlocked) return <p>{m["confirmations.waiting"](name)}</p>;
  return (
    <>
      <p>{m["confirmations.blocked"]()}</p>
      {/* Some browsers let a page close its window only if the window has an opener. */}
      <LinkButton variant="secondary" href={url} target="_blank" rel="opener">
        {m["confirmations.open"](name)}
      </LinkButton>
    </>
  );
}

import { connectIdentity, disconnectIdentity } from "@storyport/contract/federated-login";
import type { Identity } from "@storyport/contract/federated-login";
import type { Provider } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Failure } from "#/api/api-error.ts";
import { failureOfCode } from "#/api/failure-of-code.ts";
import { leaveFor, useAction } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import type { ConnectResult } from "./connect-result.ts";

export interface Connecting {
  isBusy: boolean;
  failure: Failure | undefined;
  /** The result of the last step. `label` names the account that was disconnected. */
  done: ({ is: "connected" | "disconnected" } & Pick<Identity, "provider" | "label">) | undefined;
  /** The provider the page is leaving for. */
  leavingFor: Provider | undefined;
  connect: (provider: Provider) => Promise<unknown>;
  disconnect: (identity: Identity) => Promise<unknown>;
}

/** Connects by leaving for the provider, and disconnects. `result` comes from the address after the return; it is shown once. */
export function useConnecting(result: ConnectResult): Connecting {
  const { call } = usePortal();
  const action = useAction(result.error === undefined ? {} : { failure: failureOfCode(result.error, m["profile.connectFailed"]()) });
  const [done, setDone] = useState<Connecting["done"]>(
    result.connected === undefined ? undefined : { is: "connected", provider: result.connected },
  );
  const [leavingFor, setLeavingFor] = useState<Provider>();
  useShownOnce(result);

  const connect = (provider: Provider) =>
    action.act(async () => {
      setDone(undefined);
      setLeavingFor(provider);
      try {
        const { url } = await call(connectIdentity, { body: { provider } });
        await leaveFor(url);
      } finally {
        setLeavingFor(undefined);
      }
    });
  const disconnect = ({ id, provider, label }: Identity) =>
    action.act(async () => {
      setDone(undefined);
      await call(disconnectIdentity, { params: { identityId: id } });
      setDone({ is: "disconnected", provider, label });
    });
  return { isBusy: action.isBusy, failure: action.failure, done, leavingFor, connect, disconnect };
}

/** Removes the result from the address, so that a reload or a bookmark does not show it again. */
function useShownOnce({ connected, error }: ConnectResult): void {
  const router = useRouter();
  useEffect(() => {
    if (connected !== undefined || error !== undefined) {
      void router.navigate({ to: "/users/me", search: {}, replace: true, resetScroll: false });
    }
  }, [router, connected, error]);
}

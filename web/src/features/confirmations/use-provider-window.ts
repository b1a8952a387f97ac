import { confirmAtProvider } from "@storyport/contract/federated-login";
import type { Provider } from "@storyport/contract/providers";
import { useEffect, useEffectEvent, useState } from "react";
import type { Failure } from "#/api/api-error.ts";
import { failureOfCode } from "#/api/failure-of-code.ts";
import type { Action } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import { hearOtherWindows } from "./confirmed-channel.ts";
import type { Confirmation } from "./confirmation.ts";

/** A login at a provider in a second window. The page stays as it is, with everything typed on it. */
export interface OpenedWindow {
  provider: Provider;
  url: string;
  /** The browser has opened no window, so the user opens `url` by a link. */
  isBlocked: boolean;
}

interface Options {
  act: Action["act"];
  onAnswer: Confirmation["answer"];
}

/** Opens the provider in a second window, and answers the question when that window has come back. */
export function useProviderWindow({ act, onAnswer }: Options) {
  const { call } = usePortal();
  const [opened, setOpened] = useState<OpenedWindow>();
  const [refused, setRefused] = useState<Failure>();
  const hear = useEffectEvent((refusedCode: string | undefined) => {
    // All windows of this browser share the session, so a confirmation in another window counts here too.
    if (refusedCode === undefined) return onAnswer(true);
    // Another window of this browser may be asking too.
    if (opened !== undefined) setRefused(failureOfCode(refusedCode));
    setOpened(undefined);
  });
  useEffect(() => hearOtherWindows((answer) => hear(answer.refused)), []);

  /** The code of the second factor is empty for an account without a second factor. */
  const open = (provider: Provider, secondFactorCode: string) => {
    setRefused(undefined);
    setOpened(undefined);
    void act(async () => {
      const { url } = await call(confirmAtProvider, { body: { provider, ...(secondFactorCode !== "" && { code: secondFactorCode }) } });
      // `popup` asks for a window, because a tab would hide the page that waits.
      setOpened({ provider, url, isBlocked: window.open(url, "_blank", "popup,width=560,height=760") === null });
    });
  };
  return { opened, refusal: refused, open };
}

export type ProviderWindowState = ReturnType<typeof useProviderWindow>;

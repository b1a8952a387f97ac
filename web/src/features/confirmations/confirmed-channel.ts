/** How the window of the provider tells the other windows of this browser that it has come back. */

/** `refused`: the reason, if nothing was confirmed. It tells nothing secret, and the server alone decides what is confirmed. */
export interface ConfirmedMessage {
  refused: string | undefined;
}

const name = "storyport-confirmed";

/** The provider's pages may cut the tie between two windows, so messages go by the browser's own channel. */
export function tellOtherWindows(message: ConfirmedMessage): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(message);
  channel.close();
}

/** Calls back for each message of another window. Returns a function that stops it. */
export function hearOtherWindows(onMessage: (message: ConfirmedMessage) => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener("message", ({ data }: MessageEvent<ConfirmedMessage>) => onMessage(data));
  return () => channel.close();
}

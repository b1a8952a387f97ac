/** The letters that the portal has sent, in the stand-in's mailbox, the newest first. */
import { expect } from "./journey.ts";
import { mailboxUrl } from "./world.ts";

export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export async function lettersTo(address: string): Promise<Letter[]> {
  const letters = (await (await fetch(`${mailboxUrl}/messages`)).json()) as Letter[];
  return letters.filter(({ to }) => to.includes(address));
}

/** Returns the link of this shape in the recipient's newest letter that has such a link, and waits until it has arrived. */
export async function linkInLetterTo(address: string, pattern: RegExp): Promise<string> {
  let link = "";
  const look = async (): Promise<string> => {
    const links = (await lettersTo(address)).flatMap(({ text }) => text.match(/http\S+/g) ?? []);
    return (link = links.find((one) => pattern.test(one)) ?? "");
  };
  await expect.poll(look, { timeout: 20_000 }).not.toBe("");
  return link;
}

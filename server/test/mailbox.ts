/** Collects the letters that the outbox sends, instead of a mail server. */
import type { Mailer, OutgoingLetter } from "#/platform/mail/mailer.ts";

export interface TestMailbox extends Mailer {
  readonly letters: OutgoingLetter[];
  /** While set, every letter is refused with this error, as if the mail server were unreachable. */
  fault: Error | undefined;
  lettersTo(address: string): OutgoingLetter[];
}

export function createTestMailbox(): TestMailbox {
  const letters: OutgoingLetter[] = [];
  return {
    letters,
    fault: undefined,
    async send(letter) {
      if (this.fault !== undefined) throw this.fault;
      letters.push(letter);
    },
    lettersTo: (address) => letters.filter(({ to }) => to === address),
    close: () => undefined,
  };
}

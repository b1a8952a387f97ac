import type { GameLevel } from "@storyport/contract/game-rights";
import { m } from "@storyport/texts/messages";
import type { OwnersLetter } from "#/features/accounts/write-to-owner.ts";
import { harmlessName, notice, withoutLinks } from "#/platform/mail/notice.ts";

/**
 * The letter to the person who gets a right on a game. It has no link to act on. It names the game by its key, which an administrator
 * chose, or for an edition an owner of the game. A key that looks like a link gets spaces.
 */
export function gameRightLetter({ gameKey: key, level }: { gameKey: string; level: GameLevel }): OwnersLetter["write"] {
  const gameKey = harmlessName(key) ?? withoutLinks(key);
  return (settings, to) =>
    notice(settings, to, ({ productName, host, supportEmail, locale }) => ({
      subject: m["letters.gameRight.subject"]({ gameKey, productName }, locale),
      paragraphs: [
        level === "READ"
          ? m["letters.gameRight.read"]({ gameKey }, locale)
          : level === "MODIFY"
            ? m["letters.gameRight.modify"]({ gameKey }, locale)
            : m["letters.gameRight.owner"]({ gameKey }, locale),
        m["letters.gameRight.where"]({ host }, locale),
      ],
      notYou: m["letters.gameRight.notYou"]({ email: supportEmail }, locale),
    }));
}

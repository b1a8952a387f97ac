import type { SessionUser } from "@storyport/contract/login";
import { m } from "@storyport/texts/messages";
import { useMoment } from "#/shell/use-moment.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Notice } from "#/ui/notice.tsx";

/**
 * An organization has begun to require a passkey, so the session will end without it. The notice says so, and leads to the profile. It is
 * on the start page and on each page of the area, and interrupts no lesson (docs/decisions/0082).
 */
export function PasskeyDue({ due }: { due: NonNullable<SessionUser["passkeyDue"]> }) {
  const time = useMoment(due.at);
  return (
    <Notice quiet title={m["passkeys.dueTitle"]()}>
      <p>{due.hasPasskey ? m["passkeys.dueUse"]({ time }) : m["passkeys.dueAdd"]({ time })}</p>
      <a href="/users/me#passkeys" className={buttonClass("quiet")}>
        {m["passkeys.dueOpen"]()}
      </a>
    </Notice>
  );
}

import type { OwnSession } from "@storyport/contract/sessions";
import type { LoginType } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { formatAgo, formatDay, formatMoment } from "#/shell/dates.ts";
import { Badge } from "#/ui/badge.tsx";
import { LoginTypeLogo } from "#/ui/brand/login-type-logo.tsx";
import { Button } from "#/ui/button.tsx";
import { Item } from "#/ui/item-list.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";

interface SessionItemProps {
  session: OwnSession;
  isEnding: boolean;
  onEnd: () => void;
}

/** One browser or game. The present browser has no end button, because logging out ends it. */
export function SessionItem({ session, isEnding, onEnd }: SessionItemProps) {
  const { kind, name, loginType, byPasskey, startedAt, lastSeenAt, isCurrent } = session;
  return (
    <Item
      picture={kind === "GAME" ? <GamePicture /> : <LoginTypeLogo type={loginType} size={32} />}
      name={<bdi>{name}</bdi>}
      badge={isCurrent ? <Badge tone="accent">{m["sessions.thisBrowser"]()}</Badge> : undefined}
      details={
        <>
          <p>
            {kind === "GAME" ? m["sessions.game"]() : byPasskey === true ? m["sessions.withPasskey"]() : wayText(loginType)}
            {", "}
            {m["sessions.since"]({ date: formatDay(startedAt) })}
          </p>
          {!isCurrent && (
            <p>
              <time dateTime={lastSeenAt} title={formatMoment(lastSeenAt)}>
                {m["sessions.lastSeen"]({ time: formatAgo(lastSeenAt) })}
              </time>
            </p>
          )}
        </>
      }
      actions={
        isCurrent ? undefined : (
          <Button variant="secondary" pending={isEnding} pendingText={m["app.waiting"]()} onClick={onEnd}>
            {m["sessions.end"]()}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        )
      }
    />
  );
}

function wayText(loginType: LoginType): string {
  switch (loginType) {
    case "FEIDE":
      return m["sessions.withFeide"]();
    case "GOOGLE":
      return m["sessions.withGoogle"]();
    case "APPLE":
      return m["sessions.withApple"]();
    case "QRCODE":
      return m["sessions.withBadge"]();
    case "PASSWORD":
    // The portal has no login by API. The type only belongs to the vocabulary.
    case "API":
      return m["sessions.withPassword"]();
  }
}

/** The sign of a game: an open book with a sail. Decorative, because the words are beside it. */
function GamePicture() {
  return (
    <svg viewBox="0 0 24 24" width="32" height="32" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" strokeWidth="1.8">
        <path d="M12 20.5c-2.4-1.7-5.4-2.2-9-1.8V14c3.6-.4 6.6.1 9 1.8 2.4-1.7 5.4-2.2 9-1.8v4.7c-3.6-.4-6.6.1-9 1.8z" />
        <path d="M12 15.8V3l5.5 8H12" />
      </g>
    </svg>
  );
}

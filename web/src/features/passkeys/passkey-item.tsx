import type { Passkey } from "@storyport/contract/passkeys";
import { m } from "@storyport/texts/messages";
import { formatAgo, formatDay } from "#/shell/dates.ts";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { Item } from "#/ui/item-list.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";

export function PasskeyItem({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, createdAt, lastUsedAt, isBackedUp, isCopied } = passkey;
  const used = lastUsedAt === undefined ? m["passkeys.neverUsed"]() : m["passkeys.lastUsed"]({ time: formatAgo(lastUsedAt) });
  return (
    <Item
      picture={<KeyPicture />}
      name={<bdi>{name}</bdi>}
      badge={isCopied ? <Badge tone="danger">{m["passkeys.blocked"]()}</Badge> : undefined}
      details={
        <>
          {isCopied && <p>{m["passkeys.blockedWhy"]()}</p>}
          <p>{m["passkeys.addedOn"]({ date: formatDay(createdAt), used })}</p>
          {!isCopied && <p>{isBackedUp ? m["passkeys.backedUp"]() : m["passkeys.onDevice"]()}</p>}
        </>
      }
      actions={
        <Button variant="secondary" onClick={onRemove}>
          {m["passkeys.remove"]()}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      }
    />
  );
}

/** A key whose bow is a life ring. Decorative, because the words are beside it. */
function KeyPicture() {
  return (
    <svg viewBox="0 0 24 24" width="32" height="32" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" strokeWidth="1.8">
        <circle cx="8" cy="9" r="5" />
        <circle cx="8" cy="9" r="1.600" />
        <path d="m11.700 12.500 8.300 8M16.500 17l2.300-2.200M19 19.500l1.800-1.800" />
      </g>
    </svg>
  );
}

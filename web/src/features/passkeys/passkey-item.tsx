import type { Passkey } from "@storyport/contract/passkeys";
import { m } from "@storyport/texts/messages";
import { useRef, useState } from "react";
import { formatAgo, formatDay } from "#/shell/dates.ts";
import { focusOnceDrawn } from "#/shell/focus-once-drawn.ts";
import { Badge } from "#/ui/badge.tsx";
import { Button } from "#/ui/button.tsx";
import { Item } from "#/ui/item-list.tsx";
import { Row } from "#/ui/stack.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import { RenamePasskey } from "./rename-passkey.tsx";

interface PasskeyItemProps {
  passkey: Passkey;
  /** The user begins to rename it. The page then removes the message about the last change. */
  onBegin: () => void;
  onRenamed: (passkey: Passkey) => void;
  onRemove: () => void;
}

/** A passkey of the list. While the user renames it, a form takes the place of its facts and buttons. */
export function PasskeyItem({ passkey, onBegin, onRenamed, onRemove }: PasskeyItemProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { name, createdAt, lastUsedAt, isBackedUp, isCopied } = passkey;
  const used = lastUsedAt === undefined ? m["passkeys.neverUsed"]() : m["passkeys.lastUsed"]({ time: formatAgo(lastUsedAt) });
  const begin = () => {
    onBegin();
    setIsRenaming(true);
  };
  const cancel = () =>
    focusOnceDrawn(
      () => setIsRenaming(false),
      () => button.current,
    );
  const renamed = (now: Passkey) => {
    setIsRenaming(false);
    onRenamed(now);
  };
  if (isRenaming)
    return (
      <Item
        picture={<KeyPicture />}
        name={<bdi>{name}</bdi>}
        details={<RenamePasskey passkey={passkey} onRenamed={renamed} onCancel={cancel} />}
      />
    );
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
        <Row>
          <Button ref={button} variant="secondary" onClick={begin}>
            {m["passkeys.rename"]()}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
          <Button variant="quiet" onClick={onRemove}>
            {m["passkeys.remove"]()}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        </Row>
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
        <circle cx="8" cy="9" r="1.6" />
        <path d="m11.7 12.5 8.3 8M16.5 17l2.3-2.2M19 19.5l1.8-1.8" />
      </g>
    </svg>
  );
}

import type { Passkey } from "@storyport/contract/passkeys";
import { m } from "@storyport/texts/messages";
import { useRef, useState } from "react";
import { focusOnceDrawn } from "#/shell/focus-once-drawn.ts";
import { Button } from "#/ui/button.tsx";
import { Row } from "#/ui/stack.tsx";
import { NamePasskey } from "./name-passkey.tsx";
import { knowsPasskeys } from "./passkey-support.ts";

interface AddPasskeyProps {
  /** The page asks for a passkey, so this is its main action. */
  isDue?: boolean;
  /** Called when the button is pressed, so that the page drops its last message. */
  onBegin: () => void;
  onAdded: (passkey: Passkey) => void;
}

/** The button for a new passkey, then the form that asks for its name. A browser without passkeys says so instead. */
export function AddPasskey({ isDue = false, onBegin, onAdded }: AddPasskeyProps) {
  const [isNaming, setIsNaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!knowsPasskeys()) return <p>{m["passkeys.unsupported"]()}</p>;
  if (isNaming) {
    const added = (passkey: Passkey) => {
      setIsNaming(false);
      onAdded(passkey);
    };
    const cancel = () =>
      focusOnceDrawn(
        () => setIsNaming(false),
        () => button.current,
      );
    return <NamePasskey onAdded={added} onCancel={cancel} />;
  }
  const begin = () => {
    onBegin();
    setIsNaming(true);
  };
  return (
    <Row>
      <Button ref={button} variant={isDue ? "primary" : "secondary"} onClick={begin}>
        {m["passkeys.add"]()}
      </Button>
    </Row>
  );
}

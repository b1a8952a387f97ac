import { m } from "@storyport/texts/messages";
import { LinkButton } from "#/ui/button.tsx";

/** The link out of a dead end. It loads a new document, so that the failed state is gone. */
export function StartOver() {
  return (
    <LinkButton href="/" variant="secondary">
      {m["app.startOver"]()}
    </LinkButton>
  );
}

import { m } from "@storyport/texts/messages";
import { LinkButton } from "#/ui/button.tsx";

/** The way on from a page that leads nowhere: a page load of its own, so that whatever went wrong is left behind. */
export function StartOver() {
  return (
    <LinkButton href="/" variant="secondary">
      {m["app.startOver"]()}
    </LinkButton>
  );
}

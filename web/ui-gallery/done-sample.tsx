import { LinkButton } from "#/ui/button.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { Frame } from "./frame.tsx";

/** Pages for children: waiting and going on. */
export function DoneSample() {
  return (
    <Frame variant="scene">
      <PageHeading intro="You may now close this page.">Login finished!</PageHeading>
      <LinkButton href="#main" size="large" wide>
        Open the game
      </LinkButton>
      <Pending large>Redirecting...</Pending>
    </Frame>
  );
}

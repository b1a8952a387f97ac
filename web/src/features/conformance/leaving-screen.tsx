import { m } from "@storyport/texts/messages";
import { buttonClass } from "#/ui/button-class.ts";
import { Identifier } from "#/ui/identifier.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import type { Leaving } from "./read-leaving.ts";

/** Anyone may send this address to a stranger. So the portal names where it leads, and redirects after a press alone. */
export function LeavingScreen({ leaving }: { leaving: Leaving | undefined }) {
  if (leaving?.leadsTo === undefined) {
    return (
      <>
        <PageHeading>{m["bench.leaveTitle"]()}</PageHeading>
        <Notice tone="error">{m["bench.leaveNone"]()}</Notice>
      </>
    );
  }
  return (
    <>
      <PageHeading intro={m["bench.leaveIntro"]()}>{m["bench.leaveTitle"]()}</PageHeading>
      <p>
        <Identifier id={leaving.leadsTo} />
      </p>
      <Notice>{m["bench.leaveWarning"]()}</Notice>
      <a className={buttonClass("primary")} href={leaving.href} rel="nofollow">
        {m["bench.leaveGo"]()}
      </a>
    </>
  );
}

import { m } from "@storyport/texts/messages";
import { buttonClass } from "#/ui/button-class.ts";
import { Identifier } from "#/ui/identifier.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import type { Leaving } from "./read-leaving.ts";

function refusalText(code: string | undefined): string {
  if (code === "errors.callbackUrlNotRegistered") return m["errors.callbackUrlNotRegistered"]();
  if (code === "errors.conformanceRunEnded") return m["errors.conformanceRunEnded"]();
  if (code === "errors.notFound") return m["bench.leaveNoRun"]();
  return code === undefined ? m["bench.leaveNone"]() : m["bench.leaveIncomplete"]();
}

interface LeavingProps {
  leaving: Leaving | undefined;
  /** The issuer has refused the request with this code. */
  refused?: string | undefined;
}

/** Anyone may send this address to a stranger. So the portal names where it leads, and redirects after a press alone. */
export function LeavingScreen({ leaving, refused }: LeavingProps) {
  if (leaving?.leadsTo === undefined) {
    return (
      <>
        <PageHeading>{m["bench.leaveTitle"]()}</PageHeading>
        <Notice tone="error" quiet>
          {refusalText(refused)}
        </Notice>
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

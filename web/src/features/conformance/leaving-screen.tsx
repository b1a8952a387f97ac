import { m } from "@storyport/texts/messages";
import { buttonClass } from "#/ui/button-class.ts";
import { Identifier } from "#/ui/identifier.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import type { Leaving } from "./read-leaving.ts";

function refusalText(code: string | undefined): string {
  if (code === "errors.callbackUrlNotRegistered") return m["errors.callbackUrlNotRegistered"]();
  if (code === "errors.gameScopeTooWide") return m["errors.gameScopeTooWide"]();
  if (code === "errors.conformanceRunEnded") return m["errors.conformanceRunEnded"]();
  if (code === "errors.notFound") return m["bench.leaveNoRun"]();
  return code === undefined ? m["bench.leaveNone"]() : m["bench.leaveIncomplete"]();
}

interface LeavingProps {
  /** Undefined if the address names no run, as after a refusal. */
  leaving: Leaving | undefined;
  /** The issuer has refused the request with this code. */
  refused?: string | undefined;
}

/**
 * A browser that comes to a conformance run from elsewhere, such as a test build, sees this page first. Anyone may send its address to a
 * stranger. So the portal names where the login leads, and redirects only after a press.
 */
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

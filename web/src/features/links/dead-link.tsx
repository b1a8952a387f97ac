import { m } from "@storyport/texts/messages";
import { useEffect } from "react";
import type { Failure } from "#/api/api-error.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { linkFailureText, reasonText } from "./link-texts.ts";
import { forgetToken } from "./link-token.ts";

export interface DeadLinkProps {
  heading: string;
  failure: Failure;
  /** The page that sends a new link, if there is one. */
  askAgainAt?: "/forgot-password" | "/account/request-deletion";
}

/** Shows why a link no longer works, or that the page has none, and the next steps. */
export function DeadLink({ heading, failure, askAgainAt }: DeadLinkProps) {
  useEffect(forgetToken, []);
  return (
    <>
      <PageHeading>{heading}</PageHeading>
      <Notice takesFocus tone="error" title={linkFailureText(failure)}>
        {reasonText(failure)}
      </Notice>
      {askAgainAt !== undefined && (
        <a href={askAgainAt} className={buttonClass("primary", "large")}>
          {m["links.askAgain"]()}
        </a>
      )}
      <a href="/login" className={buttonClass("quiet")}>
        {m["links.toLogin"]()}
      </a>
    </>
  );
}

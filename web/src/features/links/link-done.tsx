import { waits } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import { useEffect } from "react";
import { buttonClass } from "#/ui/button-class.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { forgetToken } from "./link-token.ts";

/** Reports success and leads to the login after a moment. A link lets users continue at once. */
export function LinkDone({ heading, done, more }: { heading: string; done: string; more?: string }) {
  useEffect(() => {
    forgetToken();
    const timer = setTimeout(() => location.assign("/login"), waits.afterSuccess);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <PageHeading>{heading}</PageHeading>
      <Notice takesFocus tone="success" title={done}>
        {more}
      </Notice>
      <a href="/login" className={buttonClass("primary", "large")}>
        {m["links.toLogin"]()}
      </a>
    </>
  );
}

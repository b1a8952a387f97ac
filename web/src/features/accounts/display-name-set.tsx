import { waits } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import { useEffect } from "react";
import { buttonClass } from "#/ui/button-class.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";

/** Reports success and continues after a moment. A link lets users continue at once. */
export function DisplayNameSet({ next }: { next: "/game-redirect" | "/" }) {
  useEffect(() => {
    const timer = setTimeout(() => location.assign(next), waits.afterSuccess);
    return () => clearTimeout(timer);
  }, [next]);

  return (
    <>
      <PageHeading>{m["setDisplayName.title"]()}</PageHeading>
      <Notice tone="success" title={m["setDisplayName.done"]()} />
      <a href={next} className={buttonClass("primary", "large")}>
        {m["setDisplayName.continue"]()}
      </a>
    </>
  );
}

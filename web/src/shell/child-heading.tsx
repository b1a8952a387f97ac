import { m } from "@storyport/texts/messages";
import { getLocale } from "@storyport/texts/runtime";
import type { ReactNode } from "react";
import { PageHeading } from "#/ui/page-heading.tsx";
import { SpeakerButton } from "#/ui/speaker-button.tsx";

interface ChildHeadingProps {
  children: string;
  /** A sentence under the heading. It is read aloud only if `says` repeats it. */
  intro?: ReactNode;
  /** What the page says below its heading. */
  says: readonly string[];
}

/** The heading of a page for children, with a button that reads the page aloud. */
export function ChildHeading({ children, intro, says }: ChildHeadingProps) {
  // A full stop makes the voice pause.
  const line = [children, ...says].map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`)).join(" ");
  return (
    <PageHeading intro={intro} actions={<SpeakerButton line={line} language={getLocale()} label={m["child.readAloud"]()} />}>
      {children}
    </PageHeading>
  );
}

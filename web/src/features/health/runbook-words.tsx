import { m } from "@storyport/texts/messages";
import { sections } from "virtual:runbook";
import { Disclosure } from "#/ui/disclosure.tsx";
import { Stack } from "#/ui/stack.tsx";
import type { RunbookPart } from "./runbook.ts";

/** What the runbook says about a finding, in English. Shows nothing for a finding without a section. */
export function RunbookWords({ name }: { name: string }) {
  const paragraphs = sections[name];
  if (paragraphs === undefined) return null;
  return (
    <Disclosure showText={m["health.runbookShow"]()} hideText={m["health.runbookHide"]()} quiet>
      <Stack lang="en" dir="ltr" distance="small">
        {paragraphs.map((parts, index) => (
          <p key={index}>{parts.map(renderPart)}</p>
        ))}
      </Stack>
    </Disclosure>
  );
}

function renderPart({ kind, words }: RunbookPart, index: number) {
  if (kind === "strong") return <strong key={index}>{words}</strong>;
  return kind === "code" ? <code key={index}>{words}</code> : words;
}

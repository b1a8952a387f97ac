import type { PlatformHealth } from "@storyport/contract/health";
import { m } from "@storyport/texts/messages";
import { Notice } from "#/ui/notice.tsx";
import { Stack } from "#/ui/stack.tsx";
import { findingText, isFault, runbookSection } from "./health-texts.ts";
import { RunbookWords } from "./runbook-words.tsx";

/** What is not well, what to do, and what the runbook says about it. Faults come first. */
export function Findings({ findings }: Pick<PlatformHealth, "findings">) {
  if (findings.length === 0) return <Notice tone="success" quiet title={m["health.allWell"]()} />;
  const sorted = findings.toSorted((a, b) => Number(isFault(b.code)) - Number(isFault(a.code)));
  return (
    <Stack as="section" aria-label={m["health.findings"]()}>
      {sorted.map((finding) => {
        const { title, advice } = findingText(finding);
        return (
          <Notice key={`${finding.code} ${finding.about}`} tone={isFault(finding.code) ? "error" : "info"} quiet title={title}>
            <p>{advice}</p>
            <RunbookWords name={runbookSection(finding.code)} />
          </Notice>
        );
      })}
    </Stack>
  );
}

import type { PlatformHealth } from "@storyport/contract/health";
import { m } from "@storyport/texts/messages";
import { formatMoment } from "#/shell/dates.ts";
import { DescriptionList } from "#/ui/description-list.tsx";
import { formatCount } from "./amounts.ts";

export function MailFacts({ mail: { waiting, oldestAt, faults } }: Pick<PlatformHealth, "mail">) {
  const none = m["health.none"]();
  return (
    <DescriptionList
      items={[
        { term: m["health.mailWaiting"](), detail: formatCount(waiting) },
        { term: m["health.mailOldest"](), detail: oldestAt === null ? none : formatMoment(oldestAt) },
        {
          term: m["health.mailFaults"](),
          detail:
            faults.length === 0
              ? none
              : faults.map(({ fault, count }) => <div key={fault}>{m["health.counted"]({ name: fault, count: formatCount(count) })}</div>),
        },
      ]}
    />
  );
}

import type { RuleCheck } from "@storyport/contract/login-checks";
import { m } from "@storyport/texts/messages";
import { Badge } from "#/ui/badge.tsx";
import { Card } from "#/ui/card.tsx";
import { Item, ItemList } from "#/ui/item-list.tsx";
import type { RuleTexts } from "./login-check-texts.ts";

/** The rules with yes or no. A rule that is not met comes first and says what to do. */
export function RuleList({ checks, texts }: { checks: readonly RuleCheck[]; texts: RuleTexts }) {
  const sorted = [...checks.filter(({ isMet }) => !isMet), ...checks.filter(({ isMet }) => isMet)];
  return (
    <Card>
      <ItemList>
        {sorted.map((check) => (
          <Item
            key={check.rule}
            name={texts.rule(check)}
            badge={<Badge tone={check.isMet ? "success" : "danger"}>{check.isMet ? m["loginChecks.yes"]() : m["loginChecks.no"]()}</Badge>}
            {...(check.obstacle !== undefined && { details: texts.advice(check.obstacle, check.at) })}
          />
        ))}
      </ItemList>
    </Card>
  );
}

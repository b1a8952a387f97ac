import { rosterChangeKinds } from "@storyport/contract/rosters";
import type { RosterChangeKind, RosterCounts } from "@storyport/contract/rosters";
import { Badge } from "#/ui/badge.tsx";
import type { BadgeProps } from "#/ui/badge.tsx";
import { Row } from "#/ui/stack.tsx";
import { countTexts } from "./roster-texts.ts";

const tones: Record<RosterChangeKind, NonNullable<BadgeProps["tone"]>> = {
  NEW: "success",
  MOVED: "neutral",
  LEFT: "danger",
  RENAMED: "neutral",
  CONFLICT: "accent",
};

/**
 * How many changes of each kind there are; kinds without a change are left out. CONFLICT counts questions, also those without answers. In a
 * decided run questions and new names count even if nothing happened by them.
 */
export function RosterCountBadges({ counts }: { counts: RosterCounts }) {
  return (
    <Row>
      {rosterChangeKinds
        .filter((kind) => counts[kind] > 0)
        .map((kind) => (
          <Badge key={kind} tone={tones[kind]}>
            {countTexts[kind](counts[kind])}
          </Badge>
        ))}
    </Row>
  );
}

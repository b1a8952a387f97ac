import type { BadgeHolder } from "@storyport/contract/qr-login";
import { m } from "@storyport/texts/messages";
import { listed } from "#/shell/listed.ts";
import { sortByName } from "#/shell/sort-by-name.ts";
import { Button } from "#/ui/button.tsx";
import { isolate } from "#/ui/isolate.ts";
import { Notice } from "#/ui/notice.tsx";
import { Row } from "#/ui/stack.tsx";

interface WithoutBadgeProps {
  students: readonly BadgeHolder[];
  onIssue: (students: readonly BadgeHolder[]) => void;
}

/** The students without a badge. A print of the whole class leaves them out. */
const withoutBadge = (students: readonly BadgeHolder[]): BadgeHolder[] =>
  students.filter(({ badge, mayUseBadge }) => mayUseBadge && badge === undefined);

/** Names them, and makes their badges. Shows nothing if there are none. */
export function WithoutBadge({ students, onIssue }: WithoutBadgeProps) {
  const missing = sortByName(withoutBadge(students), ({ displayName, userId }) => [displayName, userId]);
  if (missing.length === 0) return null;
  return (
    <Notice quiet title={m["playerGroups.withoutBadge"]({ names: listed(missing.map(({ displayName }) => isolate(displayName))) })}>
      <Row>
        <Button variant="secondary" onClick={() => onIssue(missing)}>
          {m["playerGroups.makeMissing"]()}
        </Button>
      </Row>
    </Notice>
  );
}

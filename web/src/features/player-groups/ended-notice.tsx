import type { BadgeHolder } from "@storyport/contract/qr-login";
import { m } from "@storyport/texts/messages";
import { isolate } from "#/ui/isolate.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Row } from "#/ui/stack.tsx";
import type { ActionResult } from "./use-group-badges.ts";

type Ended = Extract<ActionResult, { is: "badgesEnded" | "codesEnded" }>;

interface EndedNoticeProps {
  ended: Ended;
  students: readonly BadgeHolder[];
  /** Makes new badges for the students whose badges have ended. Undefined if that needs a right that the user lacks. */
  onIssue: ((students: readonly BadgeHolder[] | "all") => void) | undefined;
}

const texts = {
  badgesEnded: {
    all: () => m["playerGroups.badgesEndedAll"](),
    some: (count: number) => m["playerGroups.badgesEndedSome"]({ count }),
    one: (name: string) => m["playerGroups.badgeEnded"]({ name }),
  },
  codesEnded: {
    all: () => m["playerGroups.codesEnded"](),
    some: () => m["playerGroups.codesEnded"](),
    one: (name: string) => m["playerGroups.codeEnded"]({ name }),
  },
};

/** Says whose badges or codes have ended. The pressed button is gone, so it takes the focus. New badges are the next step. */
export function EndedNotice({ ended, students, onIssue }: EndedNoticeProps) {
  const { is, of } = ended;
  const whose = of === "all" ? of : students.filter(({ userId }) => of.includes(userId));
  return (
    <Notice tone="success" takesFocus={ended} title={sentence(is, whose)}>
      {is === "badgesEnded" && onIssue !== undefined && (
        <Row>
          <Button variant="secondary" onClick={() => onIssue(whose)}>
            {whose.length === 1 ? m["playerGroups.newBadge"]() : m["playerGroups.renewAll"]()}
          </Button>
        </Row>
      )}
    </Notice>
  );
}

function sentence(is: Ended["is"], whose: readonly BadgeHolder[] | "all"): string {
  if (whose === "all") return texts[is].all();
  const [first] = whose;
  return whose.length === 1 && first !== undefined ? texts[is].one(isolate(first.displayName)) : texts[is].some(whose.length);
}

import type { ClassOverview } from "@storyport/contract/class-overviews";
import { m } from "@storyport/texts/messages";
import { lastDay, timeOfDay } from "#/features/player-groups/badge-dates.ts";
import { holdsOnGroup } from "#/features/player-groups/holds-on-group.ts";
import { Badge } from "#/ui/badge.tsx";
import { Breakable } from "#/ui/breakable.tsx";
import { LinkButton } from "#/ui/button.tsx";
import { useInBrowser } from "#/ui/use-in-browser.ts";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import styles from "./class-overviews.module.css";
import { StartLesson } from "./start-lesson.tsx";
import { useIsOver } from "./use-is-over.ts";

interface ClassCardProps {
  overview: ClassOverview;
  /** Undefined if the user's classes are all in one school. */
  organizationName: string | undefined;
}

/** One class: what needs attention, and what its teacher does every day. The card of a lesson that ends offers the next lesson. */
export function ClassCard({ overview: fetched, organizationName }: ClassCardProps) {
  const { lesson, ...rest } = fetched;
  const isOver = useIsOver(lesson?.endsAt);
  const overview = isOver ? rest : fetched;
  const { playerGroupId, groupName, students } = overview;
  return (
    <li className={styles["card"]}>
      <div className={styles["heading"]}>
        <h3 className={styles["name"]}>
          <a href={`/player-groups/${playerGroupId}`}>
            <bdi>
              <Breakable text={groupName} />
            </bdi>
          </a>
        </h3>
        <span className={styles["about"]}>
          {organizationName !== undefined && <bdi>{organizationName}</bdi>}
          {students === 0 ? m["classOverviews.noStudents"]() : m["classOverviews.students"]({ count: students })}
        </span>
      </div>
      <States overview={overview} />
      <Actions overview={overview} />
    </li>
  );
}

function States({ overview: { lesson, withoutBadge, badgesEnd } }: { overview: ClassOverview }) {
  if (lesson === undefined && withoutBadge === 0 && badgesEnd === undefined) return null;
  return (
    <div className={styles["states"]}>
      {lesson !== undefined && (
        <Badge tone="success">
          <LessonEnd endsAt={lesson.endsAt} />
        </Badge>
      )}
      {lesson !== undefined && lesson.needHelp > 0 && (
        <Badge tone="danger">{m["classOverviews.needHelp"]({ count: lesson.needHelp })}</Badge>
      )}
      {withoutBadge > 0 && <Badge tone="accent">{m["classOverviews.withoutBadge"]({ count: withoutBadge })}</Badge>}
      {badgesEnd !== undefined && (
        <Badge tone={badgesEnd.isUrgent ? "danger" : "accent"}>
          {m["classOverviews.badgesEnd"]({ date: lastDay(badgesEnd.first), count: badgesEnd.count })}
        </Badge>
      )}
    </div>
  );
}

/** The server does not know the reader's time zone, so the time of day comes with the script. */
function LessonEnd({ endsAt }: { endsAt: string }) {
  const time = useInBrowser(() => timeOfDay(endsAt));
  return time === undefined ? m["classOverviews.lessonRuns"]() : m["classOverviews.lessonUntil"]({ time });
}

/** The actions that the user's level on the class allows. Each includes the name of the class, for screen reader users. */
function Actions({ overview }: { overview: ClassOverview }) {
  const { playerGroupId, groupName, students, lesson } = overview;
  const page = `/player-groups/${playerGroupId}`;
  const mayPlay = holdsOnGroup(overview, "PLAY");
  const mayModify = holdsOnGroup(overview, "MODIFY");
  const of = <VisuallyHidden> {groupName}</VisuallyHidden>;
  return (
    <div className={styles["actions"]}>
      {lesson !== undefined && (
        <LinkButton href={`${page}/lesson`}>
          {m["lessons.open"]()}
          {of}
        </LinkButton>
      )}
      {lesson === undefined && mayPlay && students > 0 && <StartLesson playerGroupId={playerGroupId}>{of}</StartLesson>}
      {mayPlay && students > 0 && (
        <LinkButton href={`${page}?open=codes`} variant="secondary">
          {m["classOverviews.giveCode"]()}
          {of}
        </LinkButton>
      )}
      {mayModify && students > 0 && (
        <LinkButton href={`${page}?open=print`} variant="secondary">
          {m["classOverviews.print"]()}
          {of}
        </LinkButton>
      )}
      {mayModify && students === 0 && (
        <LinkButton href={`/player-groups/import?playerGroupId=${playerGroupId}`} variant="secondary">
          {m["classOverviews.addStudents"]()}
          {of}
        </LinkButton>
      )}
    </div>
  );
}

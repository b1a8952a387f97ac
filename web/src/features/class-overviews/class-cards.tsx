import type { ClassOverview } from "@storyport/contract/class-overviews";
import type { ManifestOrganization } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { isAdmin } from "#/features/games/offered-games.ts";
import { useUser } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { LinkButton } from "#/ui/button.tsx";
import { Disclosure } from "#/ui/disclosure.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Row } from "#/ui/stack.tsx";
import { ClassCard } from "./class-card.tsx";
import styles from "./class-overviews.module.css";
import type { ClassesPart } from "./load-class-overviews.ts";

interface ClassCardsProps {
  part: NonNullable<ClassesPart>;
  organizations: readonly ManifestOrganization[];
}

/** So many cards leave the game and the dashboard in sight. */
const openCards = 3;

/** The user's classes on the start page, before the game and the dashboard. Every action is a link, so it works before the script runs. */
export function ClassCards({ part, organizations }: ClassCardsProps) {
  const user = useUser();
  const isEmpty = part !== "failed" && part.total === 0;
  // An administrator reaches every class by the link, and need not have any.
  const hasLinkAlone = isEmpty && isAdmin(user);
  return (
    <section className={styles["classes"]} aria-labelledby="my-classes">
      <h2 id="my-classes">{m["classOverviews.title"]()}</h2>
      {part === "failed" && <Notice tone="error">{m["classOverviews.failed"]()}</Notice>}
      {isEmpty && !hasLinkAlone && <NoClass />}
      {part !== "failed" && <Cards classes={part.classes} nameOf={organizationNames(part.classes, organizations)} />}
      {(!isEmpty || hasLinkAlone) && (
        <a href="/player-groups/" className={buttonClass("quiet")}>
          {part === "failed" || isEmpty ? m["playerGroups.myGroups"]() : m["classOverviews.all"]({ total: part.total })}
        </a>
      )}
    </section>
  );
}

function Cards({ classes, nameOf }: { classes: readonly ClassOverview[]; nameOf: (one: ClassOverview) => string | undefined }) {
  const [first, others] = [classes.slice(0, openCards), classes.slice(openCards)];
  const list = (some: readonly ClassOverview[]) => (
    <ul className={styles["cards"]}>
      {some.map((one) => (
        <ClassCard key={one.playerGroupId} overview={one} organizationName={nameOf(one)} />
      ))}
    </ul>
  );
  return (
    <>
      {first.length > 0 && list(first)}
      {others.length > 0 && (
        <Disclosure showText={m["classOverviews.more"]({ count: others.length })} hideText={m["classOverviews.fewer"]()}>
          {list(others)}
        </Disclosure>
      )}
    </>
  );
}

function NoClass() {
  return (
    <Notice quiet title={m["classOverviews.none"]()}>
      <p>{m["classOverviews.noneAdvice"]()}</p>
      <Row className={styles["ways"]}>
        <LinkButton href="/player-groups/import">{m["classOverviews.paste"]()}</LinkButton>
        <LinkButton href="/player-groups/" variant="quiet">
          {m["classOverviews.create"]()}
        </LinkButton>
      </Row>
    </Notice>
  );
}

/** Names the school of a class, if the classes are in several schools. */
function organizationNames(classes: readonly ClassOverview[], organizations: readonly ManifestOrganization[]) {
  const isOne = new Set(classes.map(({ organizationId }) => organizationId)).size < 2;
  const names = new Map(organizations.map(({ id, description, key }) => [id, description || key]));
  return ({ organizationId }: ClassOverview) => (isOne ? undefined : names.get(organizationId));
}

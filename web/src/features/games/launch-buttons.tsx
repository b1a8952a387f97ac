import { m } from "@storyport/texts/messages";
import { useId } from "react";
import { Button, LinkButton } from "#/ui/button.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import type { DashboardLaunch, GameLaunch } from "./launch.ts";
import styles from "./launch-buttons.module.css";

interface LaunchButtonsProps {
  dashboard: DashboardLaunch;
  /** Undefined: the game cannot be opened from here, and has no button. */
  game: GameLaunch | undefined;
  /** Another button before these is the primary one. */
  isSecondWay: boolean;
}

/** Links to the dashboard and the game. A link that cannot be opened yet stays in place, disabled, with the reason in words. */
export function LaunchButtons({ dashboard, game, isSecondWay }: LaunchButtonsProps) {
  return (
    <div className={styles["ways"]}>
      {game !== undefined && <GameButton launch={game} isSecondWay={isSecondWay} />}
      <DashboardButton launch={dashboard} />
    </div>
  );
}

function GameButton({ launch, isSecondWay }: { launch: GameLaunch; isSecondWay: boolean }) {
  const text = m["games.launch"]();
  if ("missing" in launch) return <Unavailable text={text} reason={m["games.premiumNeeded"]()} />;
  return (
    // The game redirects back here. Only the referrer shows the server that our page began it (DESIGN A6).
    <LinkButton
      href={launch.href}
      target="_blank"
      rel="noopener"
      referrerPolicy="origin"
      wide
      {...(isSecondWay ? { variant: "secondary" } : { size: "large" })}
    >
      {text}
      <VisuallyHidden> {m["games.newTab"]()}</VisuallyHidden>
    </LinkButton>
  );
}

function DashboardButton({ launch }: { launch: DashboardLaunch }) {
  const text = m["games.dashboard"]();
  if ("missing" in launch) return <Unavailable text={text} reason={reasons[launch.missing]()} />;
  return (
    <LinkButton href={launch.href} variant="secondary" wide>
      {text}
    </LinkButton>
  );
}

function Unavailable({ text, reason }: { text: string; reason: string }) {
  const id = useId();
  return (
    <div>
      <Button variant="secondary" wide disabled aria-describedby={id}>
        {text}
      </Button>
      <p id={id} className={styles["reason"]}>
        {reason}
      </p>
    </div>
  );
}

const reasons = {
  permission: () => m["games.dashboardNeedsPermission"](),
  choice: () => m["games.dashboardNeedsChoice"](),
  organization: () => m["games.dashboardNeedsOrganization"](),
  game: () => m["games.dashboardNeedsGame"](),
};

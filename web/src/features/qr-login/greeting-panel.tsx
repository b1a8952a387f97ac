import { m } from "@storyport/texts/messages";
import { useEffect } from "react";
import { useLogInAsSomeoneElse } from "#/features/game-login/use-log-in-as-someone-else.ts";
import { ChildHeading } from "#/shell/child-heading.tsx";
import { ChildBoat } from "#/ui/brand/child-boat.tsx";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Stack } from "#/ui/stack.tsx";
import { CrossSign, Tick } from "./badge-picture.tsx";
import styles from "./qr-login.module.css";
import type { Greeting } from "./use-student-login.ts";

/** "Hi Nora!" before the game opens. It names the owner of the badge or code, so that another child can go back. */
export function GreetingPanel({ greeting }: { greeting: Greeting }) {
  const { isBusy, failure, leave } = useLogInAsSomeoneElse();
  useEffect(() => document.querySelector<HTMLElement>("main h1")?.focus(), []);
  return (
    <>
      <ChildHeading says={[m["child.sayYesNo"]()]}>{m["qrLogin.hi"]({ name: greeting.user.displayName ?? "" })}</ChildHeading>
      <ChildBoat of={greeting.user.accountId} className={styles["ownBoat"]} />
      <Stack>
        <Button size="large" wide picture={<Tick />} onClick={greeting.goOn}>
          {m["qrLogin.thatIsMe"]()}
        </Button>
        <Button
          variant="secondary"
          size="large"
          wide
          picture={<CrossSign />}
          pending={isBusy}
          pendingText={m["child.bye"]()}
          onClick={leave}
        >
          {m["qrLogin.notMe"]()}
        </Button>
        {failure !== undefined && <Notice tone="error">{m["child.askTeacher"]()}</Notice>}
      </Stack>
    </>
  );
}

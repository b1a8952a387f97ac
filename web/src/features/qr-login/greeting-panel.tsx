import { m } from "@storyport/texts/messages";
import { useEffect } from "react";
import { useLogInAsSomeoneElse } from "#/features/game-login/use-log-in-as-someone-else.ts";
import { Button } from "#/ui/button.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Stack } from "#/ui/stack.tsx";
import { BadgePicture } from "./badge-picture.tsx";
import type { Greeting } from "./use-student-login.ts";

/** "Hi Nora!" before the game opens: it names the badge's owner, so that another child can go back. */
export function GreetingPanel({ greeting }: { greeting: Greeting }) {
  const { progress, leave } = useLogInAsSomeoneElse();
  useEffect(() => document.querySelector<HTMLElement>("main h1")?.focus(), []);
  return (
    <>
      <PageHeading>{m["qrLogin.hi"]({ name: greeting.user.displayName ?? "" })}</PageHeading>
      <BadgePicture mood="happy" />
      <Stack>
        <Button size="large" wide onClick={greeting.goOn}>
          {m["qrLogin.thatIsMe"]()}
        </Button>
        <Button variant="secondary" size="large" wide pending={progress === "leaving"} pendingText={m["child.bye"]()} onClick={leave}>
          {m["qrLogin.notMe"]()}
        </Button>
        {progress === "failed" && <Notice tone="error">{m["child.askTeacher"]()}</Notice>}
      </Stack>
    </>
  );
}

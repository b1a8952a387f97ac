import { m } from "@storyport/texts/messages";
import type { ReactNode } from "react";
import { SlowScript } from "#/shell/slow-page.tsx";
import { LinkButton } from "#/ui/button.tsx";
import { Stack } from "#/ui/stack.tsx";

/** Only a script logs in by badge. If it is off or does not arrive, a code is the other way. `children` stands before the link to it. */
export function BadgeNeedsScript({ children }: { children?: ReactNode }) {
  const haveCode = (
    <LinkButton variant="secondary" size="large" wide href="/login/code">
      {m["qrLogin.haveCode"]()}
    </LinkButton>
  );
  return (
    <>
      <SlowScript>
        {children}
        {haveCode}
      </SlowScript>
      <noscript>
        <Stack>
          <p>{m["qrLogin.needsScript"]()}</p>
          {haveCode}
        </Stack>
      </noscript>
    </>
  );
}

import { m } from "@storyport/texts/messages";
import { SlowScript } from "#/shell/slow-page.tsx";
import { LinkButton } from "#/ui/button.tsx";
import { Stack } from "#/ui/stack.tsx";

/** Only a script logs in by badge. If it is off or does not arrive, a code is the other way. */
export function BadgeNeedsScript() {
  const haveCode = (
    <LinkButton variant="secondary" size="large" wide href="/login/code">
      {m["qrLogin.haveCode"]()}
    </LinkButton>
  );
  return (
    <>
      <SlowScript>{haveCode}</SlowScript>
      <noscript>
        <Stack>
          <p>{m["qrLogin.needsScript"]()}</p>
          {haveCode}
        </Stack>
      </noscript>
    </>
  );
}

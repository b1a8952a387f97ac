import { m } from "@storyport/texts/messages";
import { useLocation } from "@tanstack/react-router";
import { wayBack } from "#/features/login-state/way-back.ts";
import { LinkButton } from "#/ui/button.tsx";

/** Links to the login and back to this page. A page load clears all state of the ended login. */
export function BackToLogin({ size }: { size?: "small" }) {
  const { href } = useLocation();
  return (
    <LinkButton
      variant="secondary"
      href={`/login?${new URLSearchParams({ postLoginPage: wayBack(href) })}`}
      {...(size !== undefined && { size })}
    >
      {m["area.logInAgain"]()}
    </LinkButton>
  );
}

import { m } from "@storyport/texts/messages";
import { useLocation } from "@tanstack/react-router";
import { LinkButton } from "#/ui/button.tsx";

/** To the login and back to this page. Loaded anew, so that nothing of the ended login is remembered. */
export function BackToLogin({ size }: { size?: "small" }) {
  const { href } = useLocation();
  return (
    <LinkButton variant="secondary" href={`/login?${new URLSearchParams({ postLoginPage: href })}`} {...(size !== undefined && { size })}>
      {m["area.logInAgain"]()}
    </LinkButton>
  );
}

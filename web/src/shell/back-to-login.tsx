import { m } from "@storyport/texts/messages";
import { wayBack } from "#/features/login-state/way-back.ts";
import { LinkButton } from "#/ui/button.tsx";
import type { LinkButtonProps } from "#/ui/button.tsx";
import { usePortal } from "./portal.ts";

/**
 * Links to the login, and back to this page. A half login cannot return, and its login state stays. The link loads a page from the server,
 * which clears the ended login.
 */
export function BackToLogin(native: LinkButtonProps) {
  const { address, visitor } = usePortal();
  const back = visitor.is === "known" ? `?${new URLSearchParams({ postLoginPage: wayBack(address) })}` : "";
  return (
    <LinkButton variant="secondary" {...native} href={`/login${back}`}>
      {m["area.logInAgain"]()}
    </LinkButton>
  );
}

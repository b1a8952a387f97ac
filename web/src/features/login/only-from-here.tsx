import { m } from "@storyport/texts/messages";
import { usePortal } from "#/shell/portal.ts";
import { Notice } from "#/ui/notice.tsx";

/** Shown after a link from elsewhere, or a typed address, that opens the dashboard. Only our own pages may open it. No login has failed. */
export function OnlyFromHere() {
  const { settings, visitor } = usePortal();
  const words = visitor.is === "known" ? m["login.onlyFromHere"] : m["login.onlyFromHereAfterLogin"];
  return (
    <Notice tone="info" takesFocus={crossSite}>
      {words({ productName: settings.productName, button: m["games.dashboard"]() })}
    </Notice>
  );
}

/** The code of the refusal in the address. */
export const crossSite = "errors.crossSite";

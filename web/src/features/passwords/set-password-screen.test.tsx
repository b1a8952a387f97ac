/** Somebody who was invited chooses a first password; somebody who has one sets a new one. */
import { m } from "@storyport/texts/messages";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { aPortal } from "#/features/login/logged-in.fixture.ts";
import { PortalContext } from "#/shell/portal.ts";
import { SetPasswordScreen } from "./set-password-screen.tsx";

function headingFor(isFirst: boolean): string | undefined {
  const page = renderToStaticMarkup(
    <PortalContext value={aPortal({})}>
      <SetPasswordScreen isFirst={isFirst} code={"a".repeat(43)} search={{}} attempt={{}} />
    </PortalContext>,
  );
  return /<h1[^>]*>([^<]*)/.exec(page)?.[1];
}

test.each([
  [true, m["passwords.chooseTitle"]()],
  [false, m["passwords.setTitle"]()],
])("the first password (%j) is asked for by “%s”", (isFirst, heading) => {
  expect(headingFor(isFirst)).toBe(heading);
});

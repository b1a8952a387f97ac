import { m } from "@storyport/texts/messages";
import { usePortal } from "#/shell/portal.ts";
import { StartOver } from "#/shell/start-over.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";

/** There is no self-registration: the page says how to get an account. */
export function RegisterScreen() {
  const { productName } = usePortal().settings;
  return (
    <>
      <PageHeading intro={m["register.text"]({ productName })}>{m["register.heading"]()}</PageHeading>
      <StartOver />
    </>
  );
}

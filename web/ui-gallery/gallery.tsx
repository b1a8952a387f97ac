import { ControlsPart } from "./controls-part.tsx";
import { FormsPart } from "./forms-part.tsx";
import { Frame } from "./frame.tsx";
import { SignsPart } from "./signs-part.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";

/** The primitives of signs, controls and forms in their states. The samples show others in a page. */
export function Gallery() {
  return (
    <Frame variant="plain" loggedIn>
      <PageHeading
        intro={
          <>
            Composed samples: <a href="?page=login">login</a>, <a href="?page=login&failed">login failed</a>,{" "}
            <a href="?page=done">child pages</a>, <a href="?page=admin">logged-in area</a>
          </>
        }
      >
        The design system
      </PageHeading>
      <SignsPart />
      <ControlsPart />
      <FormsPart />
    </Frame>
  );
}

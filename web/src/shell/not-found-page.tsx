import { m } from "@storyport/texts/messages";
import { PageHeading } from "#/ui/page-heading.tsx";
import { StartOver } from "./start-over.tsx";

export function NotFoundPage() {
  return (
    <>
      <PageHeading intro={m["notFound.text"]()}>{m["notFound.heading"]()}</PageHeading>
      <StartOver />
    </>
  );
}

import { getNameSharing } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { LoadedPart } from "#/shell/loaded-part.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Stack } from "#/ui/stack.tsx";
import { SharingToolCard } from "./sharing-tool.tsx";

/** The tools of an organization, and what each of them may read of its staff. */
export function NameSharing({ organizationId }: { organizationId: string }) {
  const query = useEndpoint(getNameSharing, { params: { organizationId } });
  return (
    <Stack as="section">
      <h2>{m["nameSharing.title"]()}</h2>
      <p>{m["nameSharing.intro"]()}</p>
      <LoadedPart query={query} failed={m["nameSharing.loadFailed"]()}>
        {({ mayGive, tools }) => (
          <>
            {!mayGive && <Notice quiet>{m["nameSharing.onlySchool"]()}</Notice>}
            {tools.length === 0 && <Notice quiet>{m["nameSharing.none"]()}</Notice>}
            {tools.map((tool) => (
              <SharingToolCard key={tool.gameId} organizationId={organizationId} tool={tool} mayGive={mayGive} />
            ))}
          </>
        )}
      </LoadedPart>
    </Stack>
  );
}

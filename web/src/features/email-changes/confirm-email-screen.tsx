import { answerEmailProposal, checkEmailProposal } from "@storyport/contract/email-changes";
import type { ResponseOf } from "@storyport/contract/endpoint";
import { endpointUrl } from "@storyport/contract/endpoint";
import { m } from "@storyport/texts/messages";
import type { LinkPage } from "#/features/links/form-return.ts";
import { HiddenFields } from "#/features/links/hidden-fields.tsx";
import { LinkFailure } from "#/features/links/link-failure.tsx";
import { PreviewedLink } from "#/features/links/mailed-link.tsx";
import type { LinkCheck } from "#/features/links/use-link-check.ts";
import { usePortal } from "#/shell/portal.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { Button } from "#/ui/button.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Stack } from "#/ui/stack.tsx";

type Proposal = ResponseOf<typeof checkEmailProposal>;

/**
 * The owner of the present address confirms or refuses a school's proposal here (DESIGN A26). The form has two buttons and also works
 * without a script.
 */
export function ConfirmEmailScreen(page: LinkPage & { found?: LinkCheck<Proposal> | undefined }) {
  const { call, settings } = usePortal();
  return (
    <PreviewedLink
      page={page}
      ask={(params) => call(checkEmailProposal, { params })}
      heading={m["emailChanges.title"]()}
      done={m["emailChanges.done"]()}
      doneMore={m["emailChanges.doneMore"]()}
      missing="errors.emailProposalEnded"
    >
      {({ token, answer, sending }) => (
        <>
          <PageHeading intro={<Breakable text={question(answer, settings.productName)} />}>{m["emailChanges.title"]()}</PageHeading>
          <p>{m["emailChanges.care"]()}</p>
          {sending.failure !== undefined && <LinkFailure failure={sending.failure} />}
          <Stack
            as="form"
            method="post"
            action={endpointUrl(answerEmailProposal)}
            onSubmit={(event) => {
              event.preventDefault();
              const pressed = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null;
              const isRefused = pressed instanceof HTMLButtonElement && pressed.value === "refuse";
              void sending.act(() => call(answerEmailProposal, { body: { token, answer: isRefused ? "refuse" : "confirm" } }));
            }}
          >
            <HiddenFields fields={{ token }} />
            <Button
              type="submit"
              name="answer"
              value="confirm"
              size="large"
              wide
              pending={sending.isBusy}
              pendingText={m["emailChanges.pending"]()}
            >
              {m["emailChanges.confirm"]()}
            </Button>
            <Button type="submit" name="answer" value="refuse" variant="secondary" size="large" wide>
              {m["emailChanges.refuse"]()}
            </Button>
          </Stack>
        </>
      )}
    </PreviewedLink>
  );
}

/** Names the portal if the school that proposed is gone. */
function question({ email, proposedEmail: proposed, organization_key: key }: Proposal, productName: string): string {
  return m["emailChanges.question"]({ organization: key ?? productName, email, proposed });
}

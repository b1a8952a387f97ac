import { checkDeletionCode, deleteUser, deleteUserByForm } from "@storyport/contract/accounts";
import { endpointUrl } from "@storyport/contract/endpoint";
import { m } from "@storyport/texts/messages";
import type { CheckedPage } from "#/features/links/form-return.ts";
import { HiddenFields } from "#/features/links/hidden-fields.tsx";
import { LinkFailure } from "#/features/links/link-failure.tsx";
import { CheckedLink } from "#/features/links/mailed-link.tsx";
import { usePortal } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Stack } from "#/ui/stack.tsx";

/**
 * Deletes an account at the address that games link to, with the code of a deletion letter (specification, section 2, /delete-user). It shows
 * the e-mail address. The portal's own letter leads to `ConfirmDeletionScreen`, which asks for it. The states are those of section 4: loading,
 * confirm, deleting, then failure or done.
 */
export function DeleteUserScreen(page: CheckedPage<{ email: string; token: string }>) {
  const { call } = usePortal();
  const heading = m["account.deleteUser"]();
  return (
    <CheckedLink
      page={page}
      ask={(params) => call(checkDeletionCode, { params })}
      heading={heading}
      done={m["account.deleted"]()}
      missing="errors.invalidUserDeletionCode"
      missingBecause="errors.deletionLinkUnknown"
      askAgainAt="/account/request-deletion"
    >
      {({ token: code, gameId, answer: { email, token }, sending }) => (
        <>
          <PageHeading intro={m["account.deleteUserQuestion"]({ email })}>{heading}</PageHeading>
          {sending.failure !== undefined && <LinkFailure failure={sending.failure} title={m["errors.failedToDeleteUser"]()} />}
          <Stack
            as="form"
            method="post"
            action={endpointUrl(deleteUserByForm)}
            onSubmit={(event) => {
              event.preventDefault();
              void sending.act(() => call(deleteUser, { body: { token, gameId } }));
            }}
          >
            {/* The token deletes the account. By the code the page can show its question again after a refusal. */}
            <HiddenFields fields={{ token, gameId: String(gameId), code }} />
            <Button type="submit" variant="danger" size="large" wide pending={sending.isBusy} pendingText={m["account.deleting"]()}>
              {heading}
            </Button>
          </Stack>
          <a href="/" className={buttonClass("quiet")}>
            {m["account.cancel"]()}
          </a>
        </>
      )}
    </CheckedLink>
  );
}

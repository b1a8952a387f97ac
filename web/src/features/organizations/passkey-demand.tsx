import { limits } from "@storyport/contract/limits";
import { requirePasskeys } from "@storyport/contract/organizations";
import type { OrganizationDetails } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { useAction } from "#/api/use-action.ts";
import { ActionFailure } from "#/features/login/action-failure.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";
import { Row } from "#/ui/stack.tsx";
import { TitledSection } from "#/ui/titled-section.tsx";
import { organizationTexts } from "./organization-words.ts";

/** Shows and sets whether staff must use a passkey with their password (docs/decisions/0073). Only turning it on asks first. */
export function PasskeyDemand({ organization: { id, requiresPasskeys } }: { organization: OrganizationDetails }) {
  const { call } = usePortal();
  const { isBusy, failure, act } = useAction();
  const [isAsking, setIsAsking] = useState(false);
  const set = (isRequired: boolean) => {
    setIsAsking(false);
    void act(() => call(requirePasskeys, { params: { organizationId: id }, body: { isRequired } }));
  };
  return (
    <TitledSection title={m["passkeys.title"]()}>
      {failure !== undefined && <ActionFailure failure={failure} texts={organizationTexts} />}
      <p role="status">{requiresPasskeys ? m["organizations.passkeysOn"]() : m["organizations.passkeysOff"]()}</p>
      <Row>
        <Button
          variant="secondary"
          pending={isBusy}
          pendingText={m["app.waiting"]()}
          onClick={() => (requiresPasskeys ? set(false) : setIsAsking(true))}
        >
          {requiresPasskeys ? m["organizations.stopRequiringPasskeys"]() : m["organizations.requirePasskeys"]()}
        </Button>
      </Row>
      {isAsking && (
        <ConfirmDialog
          title={m["organizations.requirePasskeysQuestion"]()}
          confirmText={m["organizations.requirePasskeys"]()}
          cancelText={m["organizations.requirePasskeysKeep"]()}
          onConfirm={() => set(true)}
          onCancel={() => setIsAsking(false)}
        >
          <p>{m["organizations.requirePasskeysWarning"]({ hours: limits.passkeys.graceHours })}</p>
        </ConfirmDialog>
      )}
    </TitledSection>
  );
}

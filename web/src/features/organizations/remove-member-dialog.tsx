import { removeOrganizationMember } from "@storyport/contract/organizations";
import { m } from "@storyport/texts/messages";
import { useRefresh, useSend } from "#/api/use-endpoint.ts";
import { ConfirmAction } from "#/shell/confirm-action.tsx";
import { isolate } from "#/ui/isolate.ts";
import { organizationTexts } from "./organization-words.ts";

interface RemoveMemberDialogProps {
  organization: { id: string; key: string };
  /** `isLast`: only this membership lets the account log in; undefined if the user may not know. */
  member: { id: string; name: string; isLast: boolean | undefined };
  /** Called with a sentence about the result. */
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

/** Asks before a membership is ended, and says what ends with it and what stays. */
export function RemoveMemberDialog({ organization, member, onDone, onCancel }: RemoveMemberDialogProps) {
  const refresh = useRefresh();
  const send = useSend(removeOrganizationMember);
  const words = { name: isolate(member.name), organization: isolate(organization.key) };
  const failure = send.error?.failure;
  const handleConfirm = () =>
    send.mutate([{ params: { organizationId: organization.id, userId: member.id } }], {
      onSuccess: () => onDone(m["organizations.memberRemoved"](words)),
    });
  const handleCancel = () => {
    // After a refusal the page's data may be outdated.
    if (failure !== undefined) refresh();
    onCancel();
  };
  return (
    <ConfirmAction
      title={m["organizations.removeMemberQuestion"](words)}
      confirmText={m["organizations.removeMember"]()}
      cancelText={m["organizations.removeMemberKeep"]()}
      danger
      isBusy={send.isPending}
      failure={failure}
      texts={memberTexts}
      onConfirm={handleConfirm}
      onCancel={handleCancel}
    >
      <p>{m["organizations.removeMemberEnds"]()}</p>
      <p>{m["organizations.removeMemberStays"]()}</p>
      {member.isLast === true && <p>{m["organizations.removeMemberLast"]()}</p>}
      {member.isLast === undefined && <p>{m["organizations.removeMemberPerhapsLast"]()}</p>}
      {member.isLast !== true && <p>{m["organizations.removeMemberBack"]()}</p>}
    </ConfirmAction>
  );
}

const memberTexts = { ...organizationTexts, "errors.notFound": () => m["organizations.memberGone"]() };

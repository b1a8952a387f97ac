import { getOrganization, listOrganizationMembers, removeOrganizationMember } from "@storyport/contract/organizations";
import { getUserGroup, listGroupMembers } from "@storyport/contract/user-groups";
import { getUser } from "@storyport/contract/users";
import { m } from "@storyport/texts/messages";
import { useQueryClient } from "@tanstack/react-query";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { DialogFailure } from "#/features/admin-area/dialog-failure.tsx";
import { ConfirmDialog } from "#/ui/confirm-dialog.tsx";
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
  const queries = useQueryClient();
  const send = useSend(removeOrganizationMember);
  const words = { name: isolate(member.name), organization: isolate(organization.key) };
  const failure = send.error?.failure;
  const refresh = () => {
    for (const { name } of changed) void queries.invalidateQueries({ queryKey: [name] });
  };
  const handleConfirm = () =>
    send.mutate([{ params: { organizationId: organization.id, userId: member.id } }], {
      onSuccess: () => {
        refresh();
        onDone(m["organizations.memberRemoved"](words));
      },
    });
  const handleCancel = () => {
    // After a refusal the page's data may be outdated, so it is fetched again.
    if (failure !== undefined) refresh();
    onCancel();
  };
  return (
    <ConfirmDialog
      title={m["organizations.removeMemberQuestion"](words)}
      confirmText={m["organizations.removeMember"]()}
      cancelText={m["organizations.removeMemberKeep"]()}
      danger
      pending={send.isPending}
      pendingText={m["app.waiting"]()}
      failure={<DialogFailure failure={failure} text={(one) => failureText(one, memberTexts)} />}
      onConfirm={handleConfirm}
      onCancel={handleCancel}
    >
      <p>{m["organizations.removeMemberEnds"]()}</p>
      <p>{m["organizations.removeMemberStays"]()}</p>
      {member.isLast === true && <p>{m["organizations.removeMemberLast"]()}</p>}
      {member.isLast === undefined && <p>{m["organizations.removeMemberPerhapsLast"]()}</p>}
      {member.isLast !== true && <p>{m["organizations.removeMemberBack"]()}</p>}
    </ConfirmDialog>
  );
}

const memberTexts = { ...organizationTexts, "errors.notFound": () => m["organizations.memberGone"]() };

/** The queries that show memberships. */
const changed = [listOrganizationMembers, getOrganization, getUser, listGroupMembers, getUserGroup];

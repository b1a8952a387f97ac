import type { FieldError } from "@storyport/contract/error-codes";
import { createUserGroup } from "@storyport/contract/user-groups";
import { limits } from "@storyport/contract/limits";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import type { Failure } from "#/api/api-error.ts";
import { reasonWithStatus } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { KeptFormNotice } from "#/features/edits/kept-form-notice.tsx";
import { useKeptForm } from "#/features/edits/use-kept-form.ts";
import { useChosenOrganization } from "#/features/organizations/organization-picker.tsx";
import { OrganizationChoice } from "#/features/users/organization-choice.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { isolate } from "#/ui/isolate.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { readRights } from "./written-rights.ts";
import { RightsChoice } from "./rights-choice.tsx";
import { RoleChoice } from "./role-choice.tsx";
import { userGroupTexts } from "./user-group-words.ts";

const empty = { groupName: "", organizationId: "", roles: [] as string[], rights: [] as string[] };

/** Creates a user group: its name, its organization, and what its members get (specification, sections 2 and 5). */
export function CreateUserGroupScreen() {
  const send = useSend(createUserGroup);
  const failure = send.error?.failure;
  const form = useKeptForm("create-user-group", empty);
  const { groupName, roles, rights } = form.values;
  const organizationId = useChosenOrganization(form.values.organizationId);
  const isTooShort = [...groupName.trim()].length < limits.userGroupName.min;

  const handleCreate = () => {
    // After success the button stays disabled (specification, 4.29).
    if (isTooShort || send.isPending || send.isSuccess) return;
    const body = { groupName, organizationId: organizationId || undefined, roles, playerGroupRights: readRights(rights) };
    const sent = form.now();
    // Otherwise the created group would count as a draft, come back after the next login, and might be created twice.
    send.mutate([{ body }], { onSuccess: () => form.takeSent(sent) });
  };

  return (
    <>
      <PageHeading>{m["userGroups.createHeading"]()}</PageHeading>
      <KeptFormNotice form={form} />
      <Stack
        as="form"
        onSubmit={(event) => {
          event.preventDefault();
          handleCreate();
        }}
      >
        <TextField
          label={m["userGroups.groupName"]()}
          hint={m["userGroups.groupNameHint"]()}
          name="groupName"
          value={groupName}
          maxLength={limits.userGroupName.max}
          autoComplete="off"
          required
          onChange={(event) => form.change({ groupName: event.currentTarget.value })}
        />
        {/* The roles and rights to give depend on the organization, so another choice resets them. */}
        <OrganizationChoice
          hint={m["userGroups.organizationHint"]()}
          value={organizationId}
          onChange={(id) => form.change({ organizationId: id, roles: [], rights: [] })}
        />
        {organizationId !== "" && (
          <>
            <RoleChoice organizationId={organizationId} selected={roles} onChange={(chosen) => form.change({ roles: chosen })} />
            <RightsChoice organizationId={organizationId} selected={rights} onChange={(chosen) => form.change({ rights: chosen })} />
          </>
        )}
        {failure !== undefined && <FailureNotice>{refusal(failure)}</FailureNotice>}
        <div>
          <Button type="submit" disabled={isTooShort || send.isSuccess} pending={send.isPending} pendingText={m["app.waiting"]()}>
            {m["userGroups.create"]()}
          </Button>
        </div>
        {send.isSuccess && <Created id={send.data.id} name={send.variables[0].body.groupName.trim()} />}
      </Stack>
    </>
  );
}

function refusal(failure: Failure): string {
  const messages = inputFault(failure);
  if (messages !== undefined) return m["userGroups.invalidInput"]({ messages });
  return m["userGroups.createFailed"]({ reason: reasonWithStatus(failure, userGroupTexts) });
}

function Created({ id, name }: { id: string; name: string }) {
  return (
    <Notice takesFocus tone="success">
      <p>{m["userGroups.createdText"]({ id })}</p>
      <Link
        to="/user-groups/$userGroupId"
        params={{ userGroupId: id }}
        search={{ tab: "add" }}
        className={buttonClass("secondary", "small")}
      >
        {m["userGroups.createdLink"]({ name: isolate(name) })}
      </Link>
    </Notice>
  );
}

/** The input's faults in words; undefined for any other refusal. */
function inputFault({ status, errors = [] }: Failure): string | undefined {
  if (status !== 400 || errors.length === 0) return undefined;
  return [...new Set(errors.map(faultText))].join(" ");
}

/** A fault of the general code is told by the words of its field. */
function faultText({ field = "", code = "", message }: FieldError): string {
  const member = field.split(".")[0] ?? "";
  if (code !== "errors.invalidInput") return userGroupTexts[code]?.() ?? message;
  return words[member]?.() ?? member;
}

const words: Readonly<Record<string, () => string>> = {
  groupName: () => m["userGroups.nameLength"](),
  roles: () => m["userGroups.tooManyRoles"](),
  playerGroupRights: () => m["userGroups.tooManyRights"](),
};

import { isEmail } from "@storyport/contract/text-rules";
import { createUser } from "@storyport/contract/users";
import { loginTypes } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import type { Failure } from "#/api/api-error.ts";
import { reasonWithStatus } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { useChosenOrganization } from "#/features/organizations/organization-picker.tsx";
import { useKeptForm } from "#/features/edits/use-kept-form.ts";
import { fieldTexts } from "./field-texts.ts";
import type { Fault, FieldTexts } from "./field-texts.ts";
import { inheritedPermissions } from "./permission-options.ts";
import { useLanguageThere } from "./use-language-there.ts";
import { inheritedRoles, useChoices } from "./use-choices.ts";
import { userTexts } from "./user-words.ts";

const empty = {
  email: "",
  loginType: "PASSWORD",
  activated: false,
  /** "" means the organization's language. */
  locale: "",
  organizationId: "",
  userGroups: [] as string[],
  roles: [] as string[],
  permissions: [] as string[],
};

/** The texts above the form and at its fields, after a refusal by the form itself or by the server. */
interface Refused {
  message: string;
  fields: FieldTexts;
}

/** The form that creates an account (specification, sections 2 to 5). A refusal changes none of its values. */
export function useCreateUser() {
  const { mutate, reset, data, error, isPending } = useSend(createUser);
  const [faults, setFaults] = useState<FieldTexts>();
  const form = useKeptForm("create-user", empty);
  const values = { ...form.values, organizationId: useChosenOrganization(form.values.organizationId) };
  const choices = useChoices(values.organizationId);
  const inherited = inheritedRoles(choices.groups.all, values.userGroups);
  const allRoles = [...values.roles, ...inherited.keys()];
  const byRoles = inheritedPermissions(choices.roles.all, allRoles);
  const language = useLanguageThere(values.organizationId, values.locale);

  const send = () => {
    const { organizationId, ...rest } = values;
    // The form checks three rules of the server itself. If a rule is broken, it sends nothing.
    const found: Fault[] = isEmail(values.email) ? [] : [{ field: "email" }];
    if (organizationId === "") found.push({ code: "errors.organizationRequired" });
    else if (allRoles.length === 0) found.push({ code: "errors.roleRequired" });
    setFaults(found.length === 0 ? undefined : fieldTexts(found));
    // The server's refusal of an earlier try no longer applies.
    if (found.length > 0) return reset();
    // A role's permission is not also given directly, because it would outlive the role.
    const permissions = values.permissions.filter((key) => !byRoles.has(key));
    const loginType = loginTypes.find((type) => type === values.loginType) ?? "PASSWORD";
    const body = { ...rest, loginType, permissions, locale: language.value, organizationId };
    const sent = form.now();
    mutate([{ body }], { onSuccess: () => form.takeSent(sent) });
  };

  return {
    form,
    values,
    choices,
    /** The roles of the chosen user groups, each with its group. */
    inherited,
    /** The permissions of the chosen and inherited roles, each with its role. */
    byRoles,
    language,
    isPending,
    created: data,
    /** A new object after each press of the button, also if it found the same fault again. */
    outcome: faults ?? error ?? data,
    refused: faults !== undefined ? refusedByForm(faults) : error !== null ? refusedByServer(error.failure) : undefined,
    send,
    startAgain: () => {
      reset();
      form.reset({ ...empty, organizationId: values.organizationId });
    },
  };
}

function refusedByForm(fields: FieldTexts): Refused {
  const messages = [...new Set(Object.values(fields))].join(" ");
  return { message: m["users.invalidInput"]({ messages }), fields: withoutRoles(fields) };
}

/** A fault of the roles is reported above the form only: no single checkbox can show it. */
function withoutRoles({ roles: _, ...others }: FieldTexts): FieldTexts {
  return others;
}

function refusedByServer(failure: Failure): Refused {
  const { code, errors, status } = failure;
  const fields = fieldTexts(errors !== undefined && errors.length > 0 ? errors : [{ code }]);
  // The form could have found this fault. So show its text without the HTTP status, which users do not understand.
  if (status === 400 && Object.keys(fields).length > 0) return refusedByForm(fields);
  // What is not found is the organization or a user group. The text of `userTexts` is about an account.
  const texts = { ...userTexts, "errors.notFound": () => m["errors.notFound"]() };
  return {
    message: m["users.createFailed"]({ reason: reasonWithStatus(failure, texts) }),
    fields: withoutRoles(fields),
  };
}

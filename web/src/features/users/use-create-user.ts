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
import { inheritedRoles, useHoldings } from "./use-holdings.ts";
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

/** The texts above the form and at its fields after a refusal. */
interface Refused {
  message: string;
  fields: FieldTexts;
}

/** The form that creates an account (specification, sections 2 to 5). Its values outlive every refusal. */
export function useCreateUser() {
  const { mutate, reset, data, error, isPending } = useSend(createUser);
  const [faults, setFaults] = useState<FieldTexts>();
  const form = useKeptForm("create-user", empty);
  const values = { ...form.values, organizationId: useChosenOrganization(form.values.organizationId) };
  const holdings = useHoldings(values.organizationId);
  const inherited = inheritedRoles(holdings.groups.all, values.userGroups);
  const byRoles = inheritedPermissions(holdings.roles.all, [...values.roles, ...inherited.keys()]);
  const language = useLanguageThere(values.organizationId, values.locale);

  const send = () => {
    const { organizationId, ...rest } = values;
    const given = new Set([...values.roles, ...inherited.keys()]);
    // A role's permission is not also given directly, because it would outlive the role.
    const direct = values.permissions.filter((key) => !byRoles.has(key));
    const loginType = loginTypes.find((type) => type === values.loginType) ?? "PASSWORD";
    const body = { ...rest, loginType, permissions: direct, locale: language.value, ...(organizationId !== "" && { organizationId }) };
    // The server's own rules, checked before anything is sent.
    const faulty: Fault[] = isEmail(values.email) ? [] : [{ field: "email" }];
    if (organizationId !== "" && given.size === 0) faulty.push({ code: "errors.roleRequired" });
    setFaults(faulty.length === 0 ? undefined : fieldTexts(faulty));
    if (faulty.length === 0) mutate([{ body }]);
    else reset();
  };

  return {
    form,
    values,
    holdings,
    inherited,
    byRoles,
    language,
    isPending,
    created: data,
    refused: faults === undefined ? (error === null ? undefined : refusedBy(error.failure)) : invalid(faults),
    send,
    startAgain: () => {
      reset();
      form.reset({ ...empty, organizationId: values.organizationId });
    },
  };
}

function invalid(fields: FieldTexts): Refused {
  const messages = [...new Set(Object.values(fields))].join(" ");
  return { message: m["users.invalidInput"]({ messages }), fields: withoutRoles(fields) };
}

/** A fault of the roles is reported above the form only: no single checkbox can show it. */
function withoutRoles({ roles: _, ...others }: FieldTexts): FieldTexts {
  return others;
}

function refusedBy(failure: Failure): Refused {
  const { code, errors, status } = failure;
  const fields = fieldTexts(errors !== undefined && errors.length > 0 ? errors : [{ code }]);
  // The form could have found this fault. So show its text without the HTTP status, which users do not understand.
  if (status === 400 && Object.keys(fields).length > 0) return invalid(fields);
  const texts = { ...userTexts, "errors.notFound": () => m["errors.notFound"]() };
  return {
    message: m["users.createFailed"]({ reason: reasonWithStatus(failure, texts) }),
    fields: withoutRoles(fields),
  };
}

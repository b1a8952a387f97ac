import { createUser, createUserBody } from "@storyport/contract/users";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import type { Failure } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { useSend } from "#/api/use-endpoint.ts";
import { statusAndText } from "#/features/admin-area/failure-notice.tsx";
import { useKeptForm } from "#/features/admin-area/use-kept-form.ts";
import { fieldTexts } from "./field-texts.ts";
import type { FieldTexts } from "./field-texts.ts";
import { inheritedPermissions } from "./permission-options.ts";
import { inheritedRoles, useHoldings } from "./use-holdings.ts";
import { userTexts } from "./user-words.ts";

const empty = {
  email: "",
  loginType: "PASSWORD",
  activated: false,
  organizationId: "",
  userGroups: [] as string[],
  roles: [] as string[],
  permissions: [] as string[],
};

/** What stands above the form and at its fields after a refusal. */
interface Refused {
  message: string;
  fields: FieldTexts;
}

/** The form that makes an account (specification, sections 2 to 5). Its values outlive every refusal. */
export function useCreateUser() {
  const { mutate, reset, data, error, isPending } = useSend(createUser);
  const [faults, setFaults] = useState<FieldTexts>();
  const form = useKeptForm("create-user", empty, error?.failure);
  const { values } = form;
  const holdings = useHoldings(values.organizationId);
  const inherited = inheritedRoles(holdings.groups.all, values.userGroups);
  const byRoles = inheritedPermissions(holdings.roles.all, [...values.roles, ...inherited.keys()]);

  const send = () => {
    const { organizationId, ...rest } = values;
    // What a role brings is not given once more: it would outlive the role.
    const direct = values.permissions.filter((key) => !byRoles.has(key));
    const body = { ...rest, permissions: direct, locale: "en", ...(organizationId !== "" && { organizationId }) };
    const parsed = createUserBody.safeParse(body);
    setFaults(parsed.success ? undefined : fieldTexts(parsed.error.issues.map(({ path, message }) => ({ field: path[0], code: message }))));
    if (parsed.success) mutate([{ body: parsed.data }]);
    else reset();
  };

  return {
    form,
    holdings,
    inherited,
    byRoles,
    isPending,
    created: data,
    refused: faults === undefined ? (error === null ? undefined : refusedBy(error.failure)) : invalid(faults),
    send,
    startAnew: () => {
      reset();
      form.reset({ ...empty, organizationId: values.organizationId });
    },
  };
}

function invalid(fields: FieldTexts): Refused {
  const messages = [...new Set(Object.values(fields))].join(" ");
  return { message: m["users.invalidInput"]({ messages }), fields };
}

function refusedBy(failure: Failure): Refused {
  const { code, errors } = failure;
  if (code === "errors.invalidInput" && errors !== undefined && errors.length > 0) return invalid(fieldTexts(errors));
  const text = failureText(failure, { ...userTexts, "errors.notFound": () => m["errors.notFound"]() });
  return {
    message: m["users.createFailed"]({ reason: statusAndText(failure, text) }),
    fields: fieldTexts(errors ?? [{ code }]),
  };
}

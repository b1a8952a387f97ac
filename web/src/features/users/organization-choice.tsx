import { m } from "@storyport/texts/messages";
import { OrganizationPicker } from "#/features/organizations/organization-picker.tsx";

interface OrganizationChoiceProps {
  value: string;
  onChange: (organizationId: string) => void;
  /** The text of the empty choice, if it has a meaning. */
  noneText?: string | undefined;
  hint?: string;
  error?: string | undefined;
}

/**
 * The organizations that the user manages. The forms that create something count a single organization as chosen (`useChosenOrganization`).
 * The form that edits an account begins with the account's main organization.
 */
export function OrganizationChoice({ noneText, ...rest }: OrganizationChoiceProps) {
  return (
    <OrganizationPicker
      {...rest}
      label={m["users.organization"]()}
      name="organizationId"
      placeholder={noneText ?? m["users.selectOrganization"]()}
    />
  );
}

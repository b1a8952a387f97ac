import { m } from "@storyport/texts/messages";
import { OrganizationPicker } from "#/features/admin-area/organization-picker.tsx";

interface OrganizationChoiceProps {
  value: string;
  onChange: (organizationId: string) => void;
  /** The text of the empty choice, if it has a meaning. */
  noneText?: string | undefined;
  hint?: string;
  error?: string | undefined;
}

/** The organizations that the user manages; a single organization is chosen at once. */
export function OrganizationChoice({ noneText, ...rest }: OrganizationChoiceProps) {
  return (
    <OrganizationPicker
      {...rest}
      label={m["users.organization"]()}
      name="organizationId"
      placeholder={noneText ?? m["users.selectOrganization"]()}
      choosesOnly={noneText === undefined}
    />
  );
}

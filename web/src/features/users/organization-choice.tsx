import { m } from "@storyport/texts/messages";
import { OrganizationPicker } from "#/features/admin-area/organization-picker.tsx";

interface OrganizationChoiceProps {
  value: string;
  onChange: (organizationId: string) => void;
  /** What the choice of none means, where it means something. */
  noneText?: string | undefined;
  hint?: string;
  error?: string | undefined;
}

/** The organizations one manages; the only one is chosen already. */
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

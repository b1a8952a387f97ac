import { Card } from "#/ui/card.tsx";
import { CheckboxList } from "#/ui/checkbox-list.tsx";
import { Checkbox } from "#/ui/checkbox.tsx";
import { PasswordField } from "#/ui/password-field.tsx";
import { RadioGroup } from "#/ui/radio-group.tsx";
import { Select } from "#/ui/select.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";

const options = [
  { value: "a", label: "PASSWORD", hint: "With an email" },
  { value: "b", label: "GOOGLE" },
  { value: "c", label: "QRCODE", disabled: true, reason: "QR code logins are only permitted for students." },
];

export function FormsPart() {
  return (
    <Stack as="section">
      <h2>Forms</h2>
      <Card>
        <TextField label="Group name" hint="At least 3 characters" optionalText="(optional)" placeholder="2A" />
        <TextField label="Email" type="email" error="Please enter an email" defaultValue="kari@" />
        <TextField label="Locked" disabled defaultValue="Fjordskolen" />
        <PasswordField
          label="New password"
          hint="20 or more characters: anything goes"
          showText="Show"
          hideText="Hide"
          defaultValue="Reading"
        />
        <Select label="Game" placeholder="Choose a game" options={[{ value: "1", label: "Norwegian" }]} />
        <Select label="Organization" error="Choose one" options={[{ value: "1", label: "Fjordskolen" }]} />
        <Checkbox label="Show password" />
        <Checkbox label="Activate user immediately" hint="The account is then immediately active." defaultChecked />
        <Checkbox label="I understand" error="Tick this to go on" />
        <RadioGroup label="Login type" name="type" options={options} value="a" error="Choose a login type" />
        <CheckboxList label="Roles" name="roles" options={options} selected={["a", "c"]} hint="Inherited roles stay ticked" />
        <CheckboxList label="User groups" name="groups" options={[]} empty={<p>No user groups found</p>} />
      </Card>
    </Stack>
  );
}

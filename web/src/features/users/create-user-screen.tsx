import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { KeptFormNotice } from "#/features/edits/kept-form-notice.tsx";
import { isAdmin } from "#/features/games/offered-games.ts";
import { languageNames } from "#/shell/language.ts";
import { useUser } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { Checkbox } from "#/ui/checkbox.tsx";
import { isolate } from "#/ui/isolate.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Select } from "#/ui/select.tsx";
import { SideBySide } from "#/ui/side-by-side.tsx";
import { Row, Stack } from "#/ui/stack.tsx";
import { focusField, TextField } from "#/ui/text-field.tsx";
import { LoginTypeChoice } from "./login-type-choice.tsx";
import { OrganizationChoice } from "./organization-choice.tsx";
import { PermissionChoice } from "./permission-choice.tsx";
import { RoleChoice } from "./role-choice.tsx";
import { useCreateUser } from "./use-create-user.ts";
import { UserGroupChoice } from "./user-group-choice.tsx";

/** Creates an account in an organization (specification, section 2, /admin/create-account). */
export function CreateUserScreen() {
  const user = useCreateUser();
  const { form, values, refused, created } = user;
  const { change } = form;
  const mayOpenList = isAdmin(useUser());
  const handleAgain = (form: HTMLFormElement | null) => {
    user.startAgain();
    // The pressed button goes.
    if (form !== null) focusField(form, "email");
  };

  return (
    <>
      <PageHeading>{m["users.createTitle"]()}</PageHeading>
      <Stack
        as="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!user.isPending && created === undefined) user.send();
        }}
      >
        <KeptFormNotice form={form} />
        {refused !== undefined && (
          <Notice takesFocus={user.outcome} tone="error">
            {refused.message}
          </Notice>
        )}
        <SideBySide>
          <Card>
            <WhoItIs user={user} />
          </Card>
          <Card>
            <OrganizationChoice
              value={values.organizationId}
              onChange={(organizationId) => change({ organizationId, roles: [], permissions: [], userGroups: [] })}
              error={refused?.fields.organizationId}
            />
            {values.organizationId === "" ? <p>{m["users.organizationFirst"]()}</p> : <GivenThere user={user} />}
          </Card>
        </SideBySide>
        {created !== undefined && (
          <Notice takesFocus={user.outcome} tone="success" title={m["users.createdUser"]({ email: created.email ?? values.email })}>
            {created.email !== undefined && values.loginType !== "QRCODE" && (
              <p>{m["users.invitationSent"]({ email: isolate(created.email) })}</p>
            )}
            {mayOpenList && (
              <Link to="/users" search={{ page: 1, filter: created.email ?? values.email }}>
                {m["users.showInList"]()}
              </Link>
            )}
          </Notice>
        )}
        <Row>
          <Button type="submit" disabled={created !== undefined} pending={user.isPending} pendingText={m["users.creating"]()}>
            {m["users.createButton"]()}
          </Button>
          {created !== undefined && (
            <Button variant="secondary" onClick={({ currentTarget: { form } }) => handleAgain(form)}>
              {m["users.createAnother"]()}
            </Button>
          )}
        </Row>
      </Stack>
    </>
  );
}

interface PartProps {
  user: ReturnType<typeof useCreateUser>;
}

function WhoItIs({ user: { form, values, refused, language } }: PartProps) {
  const { change } = form;
  return (
    <>
      <TextField
        label={m["users.email"]()}
        error={refused?.fields.email}
        name="email"
        type="email"
        autoComplete="off"
        required
        value={values.email}
        onChange={(event) => change({ email: event.currentTarget.value })}
      />
      <LoginTypeChoice value={values.loginType} onChange={(loginType) => change({ loginType })} error={refused?.fields.loginType} />
      <Checkbox
        label={m["users.activateNow"]()}
        hint={m["users.activateNowHint"]()}
        name="activated"
        checked={values.activated}
        onChange={(event) => change({ activated: event.currentTarget.checked })}
      />
      <Select
        label={m["users.locale"]()}
        name="locale"
        options={language.options.map((locale) => ({ value: locale, label: languageNames[locale] }))}
        value={language.value}
        onChange={(event) => change({ locale: event.currentTarget.value })}
      />
    </>
  );
}

function GivenThere({ user }: PartProps) {
  const { values } = user;
  const { change } = user.form;
  return (
    <>
      <UserGroupChoice groups={user.choices.groups} chosen={values.userGroups} onChange={(userGroups) => change({ userGroups })} />
      <RoleChoice
        roles={user.choices.roles}
        chosen={values.roles}
        inherited={user.inherited}
        onChange={(roles) => change({ roles })}
        hint={m["users.groupRolesHint"]()}
        error={user.refused?.fields.roles}
      />
      <PermissionChoice
        permissions={user.choices.permissions}
        chosen={values.permissions}
        inherited={user.byRoles}
        onChange={(permissions) => change({ permissions })}
      />
    </>
  );
}

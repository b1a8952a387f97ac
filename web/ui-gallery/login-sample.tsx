import { useState } from "react";
import { LoginTypeLogo } from "#/ui/brand/login-type-logo.tsx";
import { Button, LinkButton } from "#/ui/button.tsx";
import { Divider } from "#/ui/divider.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { PasswordField } from "#/ui/password-field.tsx";
import { Select } from "#/ui/select.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { Frame } from "./frame.tsx";

/**
 * A login page made of the primitives: game, password and three providers. The product's page has more, such as passkeys and badges.
 */
export function LoginSample() {
  const [failed, setFailed] = useState(new URLSearchParams(window.location.search).has("failed"));
  return (
    <Frame variant="scene">
      <PageHeading>Storyport Cloud login</PageHeading>
      {failed && (
        <Notice tone="error" title="Login failed">
          Invalid username or password
        </Notice>
      )}
      <Stack as="form" onSubmit={(event) => (event.preventDefault(), setFailed(true))}>
        <Select
          label="Game"
          name="gameId"
          options={[
            { value: "1", label: "Storyport Norwegian" },
            { value: "4", label: "Storyport English" },
          ]}
        />
        <TextField label="Email" name="email" type="email" autoComplete="username" required />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          showText="Show"
          hideText="Hide"
          showLabel="Show password"
          hideLabel="Hide password"
        />
        <Button type="submit" wide>
          Log in
        </Button>
      </Stack>
      <LinkButton variant="quiet" href="#main">
        Forgot your password?
      </LinkButton>
      <Divider>or</Divider>
      <Stack>
        <LinkButton variant="secondary" wide href="#main" picture={<LoginTypeLogo type="FEIDE" />}>
          Log in with Feide
        </LinkButton>
        <LinkButton variant="secondary" wide href="#main" picture={<LoginTypeLogo type="GOOGLE" />}>
          Log in with Google
        </LinkButton>
        <LinkButton variant="secondary" wide href="#main" picture={<LoginTypeLogo type="APPLE" />}>
          Log in with Apple
        </LinkButton>
      </Stack>
    </Frame>
  );
}

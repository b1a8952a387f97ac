import { LoginTypeLogo } from "#/ui/brand/login-type-logo.tsx";
import { Button, LinkButton } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { DescriptionList } from "#/ui/description-list.tsx";
import { Disclosure } from "#/ui/disclosure.tsx";
import { Divider } from "#/ui/divider.tsx";
import { Row, Stack } from "#/ui/stack.tsx";

const variants = ["primary", "secondary", "quiet", "danger"] as const;

export function ControlsPart() {
  return (
    <Stack as="section">
      <h2>Buttons and panels</h2>
      {[{}, { pending: true, pendingText: "Sending" }, { disabled: true }].map((state, index) => (
        <Row key={index}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} {...state}>
              Log in
            </Button>
          ))}
        </Row>
      ))}
      <Row>
        <Button size="large">Open the game</Button>
        <Button size="small" variant="secondary">
          Small
        </Button>
        <LinkButton href="#main" variant="secondary" picture={<LoginTypeLogo type="APPLE" />}>
          Log in with Apple
        </LinkButton>
      </Row>
      <Divider>or</Divider>
      <Card>
        <DescriptionList
          items={[
            { term: "Display name", detail: "Kari Nordmann" },
            { term: "Email", detail: "teacher@fjordskolen.example" },
          ]}
        />
        <Disclosure showText="Show Error" hideText="Hide Error">
          <pre>TypeError: the tide is out</pre>
        </Disclosure>
      </Card>
    </Stack>
  );
}

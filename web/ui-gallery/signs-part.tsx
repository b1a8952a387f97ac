import { LoginTypeLogo } from "#/ui/brand/login-type-logo.tsx";
import { LogoMark } from "#/ui/brand/logo-mark.tsx";
import { Logo } from "#/ui/brand/logo.tsx";
import { Badge } from "#/ui/badge.tsx";
import { Card } from "#/ui/card.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Skeleton } from "#/ui/skeleton.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { Row, Stack } from "#/ui/stack.tsx";

const loginTypes = ["PASSWORD", "FEIDE", "GOOGLE", "APPLE", "QRCODE", "API"] as const;

export function SignsPart() {
  return (
    <Stack as="section" distance="large">
      <h2>Signs</h2>
      <Row>
        <LogoMark size={16} />
        <LogoMark size={24} />
        <Logo name="Storyport" />
        <LogoMark size={160} />
        {loginTypes.map((type) => (
          <LoginTypeLogo key={type} type={type} size={40} />
        ))}
        {loginTypes.map((type) => (
          <LoginTypeLogo key={type} type={type} />
        ))}
      </Row>
      <Row>
        <Badge>Neutral</Badge>
        <Badge tone="success">Active</Badge>
        <Badge tone="danger">Inactive</Badge>
        <Badge tone="accent" picture={<LoginTypeLogo type="GOOGLE" size={16} />}>
          Google
        </Badge>
      </Row>
      <Stack>
        <Notice title="Locale selection not implemented - using 'en'">
          A hint with a <a href="#main">link</a> in it.
        </Notice>
        <Notice tone="success" title="Display name set" />
        <Notice tone="error" title="Cannot set display name" details={["At least 3 characters.", "No special characters."]} />
        <Notice tone="error">Error: the network is away</Notice>
      </Stack>
      <Card>
        <Pending>Loading available roles...</Pending>
        <Skeleton lines={4} />
      </Card>
    </Stack>
  );
}

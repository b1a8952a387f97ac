import { LoginTypeLogo } from "#/ui/brand/login-type-logo.tsx";
import { Vignette } from "#/ui/brand/vignette.tsx";
import { LinkButton } from "#/ui/button.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { RadioGroup } from "#/ui/radio-group.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { Frame } from "./frame.tsx";

/** Pages for children: waiting, choosing by picture, going on. */
export function DoneSample() {
  return (
    <Frame variant="scene">
      <Vignette scene="arrived" />
      <PageHeading intro="You may now close this page.">Login finished!</PageHeading>
      <LinkButton href="#main" size="large" wide>
        Open the game
      </LinkButton>
      <RadioGroup
        label="Choose your game"
        name="game"
        layout="tiles"
        defaultValue="en"
        options={[
          { value: "no", label: "Norsk", picture: <LoginTypeLogo type="QRCODE" size={64} /> },
          { value: "en", label: "English", picture: <LoginTypeLogo type="QRCODE" size={64} /> },
        ]}
      />
      <Pending large>Redirecting...</Pending>
    </Frame>
  );
}

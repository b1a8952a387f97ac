import { listOwnIdentities } from "@storyport/contract/federated-login";
import type { Identity } from "@storyport/contract/federated-login";
import type { ResponseOf } from "@storyport/contract/endpoint";
import type { SessionUser } from "@storyport/contract/login";
import type { Provider } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { ActionFailure } from "#/features/login/action-failure.tsx";
import { ChangePassword } from "#/features/passwords/change-password.tsx";
import { formatAgo, formatDay } from "#/shell/dates.ts";
import { LoadedPart } from "#/shell/loaded-part.tsx";
import { LoginTypeLogo } from "#/ui/brand/login-type-logo.tsx";
import { Button } from "#/ui/button.tsx";
import { isolate } from "#/ui/isolate.ts";
import { Item, ItemList } from "#/ui/item-list.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Question } from "#/ui/question.tsx";
import { TitledSection } from "#/ui/titled-section.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import type { ConnectResult } from "./connect-result.ts";
import { identityTexts } from "./identity-texts.ts";
import { providerNames } from "./provider-login.ts";
import { useConnecting } from "./use-connecting.ts";
import type { Connecting } from "./use-connecting.ts";

type OwnIdentities = ResponseOf<typeof listOwnIdentities>;

/** Password and providers: what is set up, with buttons to change the password, connect and disconnect (DESIGN A18). */
export function WaysOfLoggingIn({ user, result }: { user: SessionUser; result: ConnectResult }) {
  const query = useEndpoint(listOwnIdentities);
  const connecting = useConnecting(result);
  return (
    <TitledSection title={m["profile.waysTitle"]()} intro={m["profile.waysIntro"]()}>
      <Outcome connecting={connecting} />
      <LoadedPart query={query} failed={m["profile.waysFailed"]()}>
        {(own) => <Ways own={own} user={user} connecting={connecting} />}
      </LoadedPart>
    </TitledSection>
  );
}

/** The result of the last step. It takes the focus, so that it is read out. */
function Outcome({ connecting: { failure, done } }: { connecting: Connecting }) {
  if (failure !== undefined) return <ActionFailure failure={failure} texts={identityTexts} />;
  if (done === undefined) return null;
  return <Notice takesFocus={done} tone="success" title={done.is === "connected" ? connectedText(done) : disconnectedText(done)} />;
}

function connectedText({ provider }: Pick<Identity, "provider">): string {
  return m["profile.connected"]({ provider: providerNames[provider] });
}

function disconnectedText({ provider: key, label }: Pick<Identity, "provider" | "label">): string {
  const provider = providerNames[key];
  return label === undefined
    ? m["profile.disconnected"]({ provider })
    : m["profile.disconnectedNamed"]({ provider, account: isolate(label) });
}

/** Tells two accounts at the same provider apart. */
function nameOf({ label, connectedAt }: Identity): string {
  // The text ends with a sentence on the last use, which a name leaves out.
  return label === undefined ? m["profile.connectedOn"]({ date: formatDay(connectedAt), used: "" }).trim() : isolate(label);
}

function Ways({ own, user, connecting }: { own: OwnIdentities; user: SessionUser; connecting: Connecting }) {
  const [chosen, setChosen] = useState<Identity>();
  const isConnected = (provider: Provider, except?: Identity) =>
    own.identities.some((identity) => identity.provider === provider && identity.id !== except?.id);
  const missing = own.providers.filter((provider) => !isConnected(provider));
  return (
    <>
      <ItemList>
        {own.hasPassword && user.email !== undefined && <ChangePassword email={user.email} />}
        {own.identities.map((identity) => (
          <IdentityItem key={identity.id} identity={identity} onDisconnect={() => setChosen(identity)} />
        ))}
        {missing.map((provider) => (
          <MissingItem key={provider} provider={provider} connecting={connecting} />
        ))}
      </ItemList>
      {chosen !== undefined && (
        <Question
          key={chosen.id}
          title={m["profile.disconnectQuestion"]({ provider: providerNames[chosen.provider] })}
          yes={m["profile.disconnect"]()}
          no={m["profile.keep"]()}
          pending={connecting.isBusy}
          pendingText={m["app.waiting"]()}
          onYes={() => void connecting.disconnect(chosen).then(() => setChosen(undefined))}
          onNo={() => setChosen(undefined)}
        >
          {nameOf(chosen)}
          <br />
          {m["profile.disconnectWarning"]({ provider: providerNames[chosen.provider] })}
          {/* The page offers no second account at the same provider. */}
          {own.providers.includes(chosen.provider) && !isConnected(chosen.provider, chosen) && ` ${m["profile.connectAgain"]()}`}
        </Question>
      )}
    </>
  );
}

function IdentityItem({ identity, onDisconnect }: { identity: Identity; onDisconnect: () => void }) {
  const { provider, label, connectedAt, lastUsedAt } = identity;
  const used = lastUsedAt === undefined ? m["profile.neverUsed"]() : m["profile.lastUsed"]({ time: formatAgo(lastUsedAt) });
  return (
    <Item
      picture={<LoginTypeLogo type={provider} size={32} />}
      name={providerNames[provider]}
      details={
        <>
          {label !== undefined && <p>{label}</p>}
          <p>{m["profile.connectedOn"]({ date: formatDay(connectedAt), used })}</p>
        </>
      }
      actions={
        <Button variant="secondary" onClick={onDisconnect}>
          {m["profile.disconnect"]()}
          <VisuallyHidden>
            {" "}
            {providerNames[provider]} {nameOf(identity)}
          </VisuallyHidden>
        </Button>
      }
    />
  );
}

function MissingItem({ provider, connecting }: { provider: Provider; connecting: Connecting }) {
  return (
    <Item
      picture={<LoginTypeLogo type={provider} size={32} />}
      name={providerNames[provider]}
      details={<p>{m["profile.notConnected"]()}</p>}
      actions={
        <Button
          variant="secondary"
          pending={connecting.leavingFor === provider}
          pendingText={m["app.waiting"]()}
          onClick={() => void connecting.connect(provider)}
        >
          {m["profile.connect"]()}
          <VisuallyHidden> {providerNames[provider]}</VisuallyHidden>
        </Button>
      }
    />
  );
}

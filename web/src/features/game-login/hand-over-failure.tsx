import { freshness } from "@storyport/contract/limits";
import { ownManifest } from "@storyport/contract/games";
import type { ManifestOrganization } from "@storyport/contract/games";
import { m } from "@storyport/texts/messages";
import { useEffect, useMemo, useState } from "react";
import type { Failure } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { findGame } from "#/features/games/offered-games.ts";
import { ChildHeading } from "#/shell/child-heading.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { Disclosure } from "#/ui/disclosure.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { Stack } from "#/ui/stack.tsx";
import { GamePicture } from "./game-picture.tsx";
import { useLogInAsSomeoneElse } from "./use-log-in-as-someone-else.ts";
import { useStartOver } from "./use-start-over.ts";

interface HandOverFailureProps {
  failure: Failure;
  /** The game's number or key. */
  gameId: string;
  /** The user logged in by a badge or a one-time code. */
  isChild: boolean;
  /** `orgId`: the organization that the user has chosen here. */
  onTryAgain: (orgId?: string) => void;
}

/** 'Failed to finish login', the reason, and every next step that helps against it. */
export function HandOverFailure(props: HandOverFailureProps) {
  if (props.failure.code === "errors.organizationNotChosen") return <ChooseOrganization {...props} />;
  return <RefusedHandOver {...props} />;
}

function RefusedHandOver({ failure, onTryAgain, isChild }: HandOverFailureProps) {
  const context = usePortal();
  const startOver = useStartOver(context);
  const logout = useLogInAsSomeoneElse();
  const message = m["gameLogin.failed"]({ reason: reasonOf(failure) });
  const needsSomeoneElse = wrongPerson.has(failure.code) || failure.status === 401;

  return (
    <>
      {isChild ? (
        <ChildHeading says={[m["child.askTeacher"]()]}>{m["child.ohNo"]()}</ChildHeading>
      ) : (
        <PageHeading>{m["gameLogin.errorTitle"]()}</PageHeading>
      )}
      <GamePicture state="adrift" />
      {isChild ? (
        <Notice takesFocus={failure} tone="error" title={m["child.askTeacher"]()}>
          <Disclosure showText={m["errorPage.showError"]()} hideText={m["errorPage.hideError"]()}>
            {m["gameLogin.errorWithMessage"]({ message })}
          </Disclosure>
        </Notice>
      ) : (
        <Notice takesFocus={failure} tone="error" title={m["gameLogin.errorWithMessage"]({ message })}>
          {needsSomeoneElse ? m["gameLogin.startAgainAdvice"]() : m["gameLogin.errorAdvice"]()}
        </Notice>
      )}
      {logout.failure !== undefined && <Notice tone="error" title={m["logout.failed"]()} />}
      <Stack distance="small">
        {needsSomeoneElse ? (
          <Button size="large" wide pending={logout.isBusy} pendingText={m["logout.pending"]()} onClick={logout.leave}>
            {m["gameLogin.logInAsSomeoneElse"]()}
          </Button>
        ) : (
          <Button size="large" wide onClick={() => onTryAgain()}>
            {m["gameLogin.tryAgain"]()}
          </Button>
        )}
        <Button variant="quiet" wide onClick={startOver}>
          {m["gameLogin.startOver"]()}
        </Button>
      </Stack>
    </>
  );
}

/**
 * "{status} {statusText}, {body}" (specification, section 8). HTTP/2 has no status text. No status is shown without a response, or for a
 * success that the page cannot follow.
 */
function reasonOf(failure: Failure): string {
  const status = failure.status < 400 ? "" : `${failure.status} ${failure.statusText}`.trim();
  return [status, failureText(failure, handOverTexts)].filter((part) => part !== "").join(", ");
}

/** The account belongs to several organizations with this game, and none is chosen. */
function ChooseOrganization(props: HandOverFailureProps) {
  const { failure, gameId, onTryAgain } = props;
  const { fresh, currentChoice } = usePortal();
  const [organizations, setOrganizations] = useState<ManifestOrganization[] | "failed">();
  useEffect(() => {
    void fresh.get(ownManifest, freshness.ownManifest).then(setOrganizations, () => setOrganizations("failed"));
  }, [fresh]);
  // A new object would take the focus again at each drawing.
  const taken = useMemo(() => ({ ...failure, code: "errors.gameNotAvailable" }), [failure]);
  const choose = (id: string) => {
    currentChoice.chooseOrganization(id);
    onTryAgain(id);
  };
  const offering = Array.isArray(organizations) ? organizations.filter(({ games }) => findGame(games, gameId) !== undefined) : undefined;
  // The game was taken away since the refusal, so there is nothing to choose.
  if (offering?.length === 0) return <RefusedHandOver {...props} failure={taken} />;

  return (
    <>
      <PageHeading intro={m["errors.organizationNotChosen"]()}>{m["gameLogin.chooseOrganization"]()}</PageHeading>
      {organizations === undefined && <Pending>{m["app.waiting"]()}</Pending>}
      {organizations === "failed" && (
        <>
          <Notice tone="error" title={m["errors.failedToFetchGames"]()} />
          <Button size="large" wide onClick={() => onTryAgain()}>
            {m["gameLogin.tryAgain"]()}
          </Button>
        </>
      )}
      <Stack>
        {offering?.map(({ id, key, description }) => (
          <Button key={id} size="large" variant="secondary" wide onClick={() => choose(id)}>
            {description || key}
          </Button>
        ))}
      </Stack>
    </>
  );
}

/** Refusals that another account or another way to log in can solve, but a retry cannot. */
const wrongPerson: ReadonlySet<Failure["code"]> = new Set<Failure["code"]>([
  "errors.gameLoginTypeNotAllowed",
  "errors.gameNotAvailable",
  "errors.gamePermissionMissing",
  "errors.noLoginPermissions",
]);

const handOverTexts = {
  "errors.consentNeeded": () => m["errors.consentNeeded"](),
  "errors.gameScopeTooWide": () => m["errors.gameScopeTooWide"](),
  "errors.callbackUrlNotRegistered": () => m["errors.callbackUrlNotRegistered"](),
  "errors.clientCodeInvalid": () => m["errors.clientCodeInvalid"](),
  "errors.gameLoginTypeNotAllowed": () => m["errors.gameLoginTypeNotAllowed"](),
  "errors.gameNotAvailable": () => m["errors.gameNotAvailable"](),
  "errors.gamePermissionMissing": () => m["errors.gamePermissionMissing"](),
  "errors.invalidInput": () => m["errors.invalidInput"](),
  "errors.loginTooOld": () => m["errors.loginTooOld"](),
  "errors.noLoginPermissions": () => m["errors.noLoginPermissions"](),
};

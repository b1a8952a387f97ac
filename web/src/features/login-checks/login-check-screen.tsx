import { checkLogin } from "@storyport/contract/login-checks";
import type { LoginCheck } from "@storyport/contract/login-checks";
import { m } from "@storyport/texts/messages";
import { useNavigate } from "@tanstack/react-router";
import { reasonText } from "#/api/failure-text.ts";
import { useLastAnswer } from "#/api/use-endpoint.ts";
import { MissingPage } from "#/shell/missing-page.tsx";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { isolate } from "#/ui/isolate.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Select } from "#/ui/select.tsx";
import { SideBySide } from "#/ui/side-by-side.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { Stack } from "#/ui/stack.tsx";
import { TitledSection } from "#/ui/titled-section.tsx";
import { AttemptTable } from "./attempt-table.tsx";
import { loginCheckOf } from "./login-check-search.ts";
import type { LoginCheckSearch } from "./login-check-search.ts";
import { ruleTexts } from "./login-check-texts.ts";
import { RuleList } from "./rule-list.tsx";

interface LoginCheckScreenProps {
  userId: string;
  search: LoginCheckSearch;
}

/** Why an account cannot log in or open a game. It shows each rule with yes or no, what to do, and the last ten attempts. */
export function LoginCheckScreen({ userId, search }: LoginCheckScreenProps) {
  const { gameId } = search;
  const { data, error, isFormer, refetch } = useLastAnswer(checkLogin, [loginCheckOf(userId, search)]);
  const heading = m["loginChecks.title"]();
  if (data === undefined) {
    return (
      <MissingPage
        heading={heading}
        error={error}
        text={({ failure }) => m["loginChecks.failed"]({ reason: reasonText(failure, loginCheckRefusals) })}
        onRetry={() => void refetch()}
      >
        {null}
      </MissingPage>
    );
  }
  return (
    <>
      <PageHeading intro={<bdi>{data.account.name ?? data.account.id}</bdi>}>{heading}</PageHeading>
      {error !== null && (
        <FailureNotice onRetry={() => void refetch()}>
          {m["loginChecks.failed"]({ reason: reasonText(error.failure, loginCheckRefusals) })}
        </FailureNotice>
      )}
      <Question check={data} gameId={gameId} />
      {/* The former answer says nothing about the game that the user has just chosen. */}
      {isFormer && error === null && <Pending>{m["app.waiting"]()}</Pending>}
      {!isFormer && (
        <Stack as="section" aria-label={heading}>
          <Verdict check={data} gameId={gameId} />
          <RuleList checks={data.checks} texts={ruleTexts(data, gameId)} />
        </Stack>
      )}
      <TitledSection title={m["loginChecks.attempts"]()}>
        {data.attempts.length === 0 ? <p>{m["loginChecks.noAttempts"]()}</p> : <AttemptTable check={data} />}
      </TitledSection>
    </>
  );
}

const loginCheckRefusals = {
  "errors.notFound": () => m["loginChecks.notFound"](),
  "errors.invalidInput": () => m["loginChecks.notFound"](),
};

interface AskedProps {
  check: LoginCheck;
  gameId: number | undefined;
}

/** The organization and the game to ask about. The organization is shown only if there is a choice. */
function Question({ check: { organization, organizations, games }, gameId }: AskedProps) {
  const navigate = useNavigate();
  const ask = (search: LoginCheckSearch) => void navigate({ to: ".", search, replace: true });
  return (
    <SideBySide>
      {organizations.length > 1 && (
        <Select
          label={m["loginChecks.organization"]()}
          value={organization?.id ?? ""}
          options={organizations.map(({ id, organization_key }) => ({ value: id, label: organization_key }))}
          // Another organization may not have the game, so its question names no game.
          onChange={(event) => ask({ organizationId: event.currentTarget.value })}
        />
      )}
      <Select
        label={m["loginChecks.game"]()}
        value={gameId === undefined ? "" : String(gameId)}
        placeholder={m["loginChecks.noGame"]()}
        options={games.map((game) => ({ value: String(game.gameId), label: game.description }))}
        onChange={({ currentTarget: { value } }) =>
          ask({ ...(organization !== null && { organizationId: organization.id }), ...(value !== "" && { gameId: Number(value) }) })
        }
      />
    </SideBySide>
  );
}

function Verdict({ check: { account, checks, games }, gameId }: AskedProps) {
  const name = isolate(account.name ?? account.id);
  const game = games.find((offered) => offered.gameId === gameId);
  if (checks.some(({ isMet }) => !isMet)) return <Notice tone="error" quiet title={m["loginChecks.obstacles"]({ name })} />;
  return (
    <Notice
      tone="success"
      quiet
      title={game === undefined ? m["loginChecks.free"]({ name }) : m["loginChecks.freeForGame"]({ name, game: isolate(game.description) })}
    />
  );
}

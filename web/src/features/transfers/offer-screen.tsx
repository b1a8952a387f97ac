import { checkTransfer } from "@storyport/contract/transfers";
import type { OfferedTransfer } from "@storyport/contract/transfers";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Failure } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { ToClasses } from "#/features/player-groups/to-classes.tsx";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { MissingPage } from "#/shell/missing-page.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { dropKeptOffer } from "./kept-offer.ts";
import { isOfferEnd } from "./offer-end.ts";
import { OfferForm } from "./offer-form.tsx";
import type { OfferAnswer } from "./offer-form.tsx";
import { OfferToSchool } from "./offer-to-school.tsx";
import { offerTexts } from "./transfer-texts.ts";
import { WithoutClass } from "./without-class.tsx";

/** The page of a transfer's link: a student that another school offers. */
export function OfferScreen({ token }: { token: string | undefined }) {
  const [answer, setAnswer] = useState<OfferAnswer>();
  if (answer !== undefined) return <Answered answer={answer} />;
  if (token === undefined) return <NoOffer />;
  return (
    <Offer
      token={token}
      onAnswer={(given) => {
        // The link is used up, so a reload must not ask for it again.
        dropKeptOffer();
        setAnswer(given);
      }}
    />
  );
}

/** The tab never had a link, or has dropped it. It drops a link after an hour, an answer or a logout, and if another account opens the page. */
function NoOffer() {
  return (
    <>
      <PageHeading>{m["transfers.offerTitle"]()}</PageHeading>
      <Notice>{m["transfers.openLink"]()}</Notice>
      <ToClasses />
    </>
  );
}

function Offer({ token, onAnswer }: { token: string; onAnswer: (answer: OfferAnswer) => void }) {
  const { data, error, refetch } = useEndpoint(checkTransfer, { body: { token } });
  if (error !== null && isOfferEnd(error.failure)) return <Ended failure={error.failure} />;
  if (data === undefined) {
    return (
      <MissingPage
        heading={m["transfers.offerTitle"]()}
        error={error}
        text={({ failure }) => failureText(failure, offerTexts)}
        onRetry={() => void refetch()}
      >
        <ToClasses />
      </MissingPage>
    );
  }
  return (
    <>
      <PageHeading intro={<bdi>{offerText(data)}</bdi>}>{m["transfers.offerTitle"]()}</PageHeading>
      {data.asksForSchool && <OfferToSchool token={token} onAnswer={onAnswer} />}
      {!data.asksForSchool && data.classes.length === 0 && (
        <WithoutClass token={token} offer={data} text={m["transfers.noClass"]()} onAnswer={onAnswer} />
      )}
      {data.classes.length > 0 && <OfferForm token={token} offer={data} onAnswer={onAnswer} />}
    </>
  );
}

/** An administrator has no own school, and names the new school later. So the text does not say "your school". */
function offerText({ asksForSchool, fromSchool: school, studentName: name }: OfferedTransfer): string {
  return asksForSchool ? m["transfers.offerElsewhere"]({ school, name }) : m["transfers.offer"]({ school, name });
}

/** Another try would not help. */
function Ended({ failure }: { failure: Failure }) {
  return (
    <>
      <PageHeading>{m["transfers.offerTitle"]()}</PageHeading>
      <FailureNotice>{failureText(failure, offerTexts)}</FailureNotice>
      <ToClasses />
    </>
  );
}

function Answered({ answer }: { answer: OfferAnswer }) {
  // The pressed button is gone, so the heading takes the focus.
  useEffect(() => document.querySelector<HTMLElement>("main h1")?.focus(), []);
  if (typeof answer === "object" && "ended" in answer) return <Ended failure={answer.ended} />;
  return (
    <>
      <PageHeading>{m["transfers.offerTitle"]()}</PageHeading>
      {answer === "declined" ? (
        <>
          <Notice>{m["transfers.declined"]()}</Notice>
          <ToClasses />
        </>
      ) : (
        <>
          <Notice tone="success" title={m["transfers.accepted"]({ name: answer.studentName, class: answer.groupName })}>
            {m["transfers.acceptedAdvice"]({ name: answer.studentName })}
          </Notice>
          <Link
            to="/player-groups/$playerGroupId"
            params={{ playerGroupId: answer.playerGroupId }}
            search={{}}
            className={buttonClass("primary")}
          >
            {m["classImports.toClass"]({ name: answer.groupName })}
          </Link>
        </>
      )}
    </>
  );
}

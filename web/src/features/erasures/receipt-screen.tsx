import { getErasure } from "@storyport/contract/erasures";
import type { Erasure } from "@storyport/contract/erasures";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { reasonText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { formatDayIn, formatMomentIn } from "#/shell/dates.ts";
import { MissingPage } from "#/shell/missing-page.tsx";
import { usePortal } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { DescriptionList } from "#/ui/description-list.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { NotOnPaper, Paper } from "#/ui/paper.tsx";
import { TextField } from "#/ui/text-field.tsx";
import { askerTexts, receiptTexts } from "./erasure-texts.ts";
import { WhatStays } from "./what-stays.tsx";

interface ReceiptScreenProps {
  number: string;
  /** Whether the student was erased just now. */
  isNew: boolean;
}

/** The receipt of an erased student, to print or save. The receipt has no name. A name that is typed here is not sent. */
export function ReceiptScreen({ number, isNew }: ReceiptScreenProps) {
  const { data, error, refetch } = useEndpoint(getErasure, { params: { number } });
  if (data === undefined) {
    return (
      <MissingPage
        heading={m["erasures.receiptTitle"]()}
        error={error}
        text={({ failure }) => m["erasures.receiptFailed"]({ reason: reasonText(failure, receiptTexts) })}
        onRetry={() => void refetch()}
      >
        <Link to="/erasures" className={buttonClass("secondary")}>
          {m["erasures.findTitle"]()}
        </Link>
      </MissingPage>
    );
  }
  return <Receipt receipt={data} isNew={isNew} />;
}

function Receipt({ receipt, isNew }: { receipt: Erasure; isNew: boolean }) {
  const { settings } = usePortal();
  const [name, setName] = useState("");
  const { erased } = receipt;
  const counts = [
    [m["erasures.countAccount"](), 1],
    [m["erasures.countPlayers"](), erased.players],
    [m["erasures.countShared"](), erased.sharedPlayers],
    [m["erasures.countBadges"](), erased.badges],
    [m["erasures.countCodes"](), erased.oneTimeCodes],
    [m["erasures.countSessions"](), erased.sessions],
    [m["erasures.countGames"](), erased.gameLogins],
    [m["erasures.countOther"](), erased.other],
  ] as const;
  return (
    <Paper>
      <PageHeading>{m["erasures.receiptTitle"]()}</PageHeading>
      <NotOnPaper>
        {isNew && <Notice tone="success" title={m["erasures.done"]()} />}
        <TextField
          label={m["erasures.nameOnPaper"]()}
          hint={m["erasures.nameHint"]({ productName: settings.productName })}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button onClick={() => print()}>{m["erasures.print"]()}</Button>
      </NotOnPaper>
      <Card>
        <DescriptionList
          items={[
            { term: m["erasures.number"](), detail: <code>{spelled(receipt.number)}</code> },
            { term: m["erasures.at"](), detail: formatMomentIn(receipt.timeZone, receipt.erasedAt) },
            { term: m["erasures.school"](), detail: <bdi>{receipt.organization.description}</bdi> },
            { term: m["erasures.by"](), detail: <bdi>{receipt.erasedBy ?? m["erasures.byUnknown"]()}</bdi> },
            { term: m["erasures.asked"](), detail: askerTexts[receipt.askedBy]() },
            ...(name.trim() === "" ? [] : [{ term: m["erasures.student"](), detail: <bdi>{name}</bdi> }]),
          ]}
        />
        <h2>{m["erasures.what"]()}</h2>
        <DescriptionList items={counts.map(([term, count]) => ({ term, detail: String(count) }))} />
        {/* The counts above name the shared players already. */}
        <WhatStays productName={settings.productName} sharedPlayers={0} />
        <p>{m["erasures.kept"]({ date: formatDayIn(receipt.timeZone, receipt.keptUntil) })}</p>
      </Card>
      <NotOnPaper>
        <Link to="/player-groups" className={buttonClass("quiet")}>
          {m["erasures.back"]()}
        </Link>
      </NotOnPaper>
    </Paper>
  );
}

/** Two halves are easier to read aloud and to type. */
function spelled(number: string): string {
  return `${number.slice(0, 4)}-${number.slice(4)}`;
}

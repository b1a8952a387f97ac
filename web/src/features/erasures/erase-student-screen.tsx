import { erasureAskers, eraseStudent, previewErasure } from "@storyport/contract/erasures";
import type { ErasureAsker } from "@storyport/contract/erasures";
import { m } from "@storyport/texts/messages";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { failureText, reasonText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { listed } from "#/shell/listed.ts";
import { MissingPage } from "#/shell/missing-page.tsx";
import { usePortal } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { DescriptionList } from "#/ui/description-list.tsx";
import { isolate } from "#/ui/isolate.ts";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { RadioGroup } from "#/ui/radio-group.tsx";
import { Row, Stack } from "#/ui/stack.tsx";
import { focusField } from "#/ui/text-field.tsx";
import { askerTexts, erasureTexts } from "./erasure-texts.ts";
import { WhatStays } from "./what-stays.tsx";

/** The question before a student is erased: what goes, what stays, and who asked. */
export function EraseStudentScreen({ userId }: { userId: string }) {
  const { settings } = usePortal();
  const { data, error, refetch } = useEndpoint(previewErasure, { params: { userId } });
  if (data === undefined) {
    return (
      <MissingPage
        heading={m["erasures.title"]()}
        error={error}
        text={({ failure }) => m["erasures.failed"]({ reason: reasonText(failure, erasureTexts) })}
        onRetry={() => void refetch()}
      >
        {null}
      </MissingPage>
    );
  }
  const { displayName, classes, sharedPlayers } = data;
  const name = displayName ?? userId;
  return (
    <>
      <PageHeading intro={<bdi>{name}</bdi>}>{m["erasures.title"]()}</PageHeading>
      <Card>
        <DescriptionList
          items={[
            { term: m["erasures.student"](), detail: <bdi>{name}</bdi> },
            {
              term: m["erasures.classes"](),
              detail: classes.length === 0 ? m["erasures.noClass"]() : listed(classes.map(({ groupName }) => isolate(groupName))),
            },
          ]}
        />
        <h2>{m["erasures.goes"]()}</h2>
        <ul>
          <li>{m["erasures.goesAccount"]()}</li>
          <li>{m["erasures.goesNow"]()}</li>
          <li>{m["erasures.goesPlayer"]()}</li>
        </ul>
        <WhatStays productName={settings.productName} sharedPlayers={sharedPlayers} />
        <Notice tone="error" quiet title={m["erasures.final"]()}>
          {m["erasures.finalMeans"]()}
        </Notice>
        <EraseForm userId={userId} name={name} groupId={classes[0]?.id} />
      </Card>
    </>
  );
}

interface EraseFormProps {
  userId: string;
  name: string;
  /** The class to which "keep" leads back; undefined for a student without an open class. */
  groupId: string | undefined;
}

function EraseForm({ userId, name, groupId }: EraseFormProps) {
  const { call } = usePortal();
  const navigate = useNavigate();
  const { isBusy, failure, act } = useAction();
  const [askedBy, setAskedBy] = useState<ErasureAsker>();
  const [isMissing, setIsMissing] = useState(false);
  const handleErase = (sentForm: HTMLFormElement) => {
    setIsMissing(askedBy === undefined);
    if (askedBy === undefined) return focusField(sentForm, "askedBy");
    void act(async () => {
      const { number } = await call(eraseStudent, { body: { studentUserId: userId, askedBy } });
      await navigate({ to: "/erasures/$number", params: { number }, search: { isNew: true }, replace: true });
    });
  };
  return (
    <Stack
      as="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        handleErase(event.currentTarget);
      }}
    >
      {failure !== undefined && <FailureNotice takesFocus={failure}>{failureText(failure, erasureTexts)}</FailureNotice>}
      <RadioGroup
        name="askedBy"
        label={m["erasures.askedBy"]()}
        error={isMissing ? m["erasures.choose"]() : undefined}
        options={erasureAskers.map((value) => ({ value, label: askerTexts[value]() }))}
        value={askedBy ?? ""}
        onChange={(value) => {
          setAskedBy(erasureAskers.find((asker) => asker === value));
          setIsMissing(false);
        }}
      />
      <Row>
        <Button type="submit" variant="danger" pending={isBusy} pendingText={m["app.waiting"]()}>
          {m["erasures.erase"]({ name: isolate(name) })}
        </Button>
        {groupId === undefined ? (
          <Link to="/player-groups" className={buttonClass("secondary")}>
            {m["erasures.keep"]()}
          </Link>
        ) : (
          <Link to="/player-groups/$playerGroupId" params={{ playerGroupId: groupId }} className={buttonClass("secondary")}>
            {m["erasures.keep"]()}
          </Link>
        )}
      </Row>
    </Stack>
  );
}

import { endpointUrl } from "@storyport/contract/endpoint";
import { exportOwnData, exportPersonalData } from "@storyport/contract/personal-data";
import type { PersonalData } from "@storyport/contract/personal-data";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { usePortal } from "#/shell/portal.ts";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { NotOnPaper, Paper } from "#/ui/paper.tsx";
import { Row } from "#/ui/stack.tsx";
import { PersonalDataSheet } from "./personal-data-sheet.tsx";

const texts = {
  "errors.notFound": () => m["personalData.notFound"](),
  "errors.invalidInput": () => m["personalData.notFound"](),
  "errors.notAllowed": () => m["erasures.notAllowed"](),
  "errors.moreThanStudent": () => m["errors.moreThanStudent"](),
};

/**
 * What is held about a person, to read, print or download; without a user about the reader. An owner of a student's class gets what belongs to
 * the school, an administrator and the person get everything. The data is fetched only on request, because each export is recorded.
 */
export function PersonalDataScreen({ userId }: { userId?: string }) {
  const { call } = usePortal();
  const { isBusy, failure, act } = useAction();
  const [data, setData] = useState<PersonalData>();
  const handleShow = () =>
    void act(async () => {
      setData(
        userId === undefined ? await call(exportOwnData, { query: {} }) : await call(exportPersonalData, { params: { userId }, query: {} }),
      );
    });
  return (
    <Paper>
      <PageHeading intro={m["personalData.intro"]()}>
        {userId === undefined ? m["personalData.ownTitle"]() : m["personalData.title"]()}
      </PageHeading>
      <NotOnPaper>
        {failure !== undefined && <FailureNotice takesFocus={failure}>{failureText(failure, texts)}</FailureNotice>}
        <Row>
          {data === undefined ? (
            <Button pending={isBusy} pendingText={m["app.waiting"]()} onClick={handleShow}>
              {m["personalData.show"]()}
            </Button>
          ) : (
            <Button onClick={() => print()}>{m["personalData.print"]()}</Button>
          )}
          <a href={fileAddress(userId)} download className={buttonClass("secondary")}>
            {m["personalData.download"]()}
          </a>
        </Row>
      </NotOnPaper>
      {data !== undefined && <PersonalDataSheet data={data} />}
    </Paper>
  );
}

/** The page shows the newest events alone, so the file has the whole history. */
function fileAddress(userId: string | undefined): string {
  const query = { whole: "true" } as const;
  return userId === undefined ? endpointUrl(exportOwnData, { query }) : endpointUrl(exportPersonalData, { params: { userId }, query });
}

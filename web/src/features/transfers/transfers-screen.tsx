import { listBadges } from "@storyport/contract/qr-login";
import { listTransfers } from "@storyport/contract/transfers";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint, useListEndpoint } from "#/api/use-endpoint.ts";
import { MissingPage } from "#/shell/missing-page.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { PageHeading } from "#/ui/page-heading.tsx";
import { OpenTransferForm } from "./open-transfer-form.tsx";
import { TransferList } from "./transfer-list.tsx";
import { transferTexts } from "./transfer-texts.ts";

interface TransfersScreenProps {
  playerGroupId: string;
  /** The student to offer, if the user came from a student's menu. The form appears only for a student of the class. */
  student: string | undefined;
}

/** The transfers of a class to other schools, as the sending school sees them. */
export function TransfersScreen({ playerGroupId, student }: TransfersScreenProps) {
  const params = { playerGroupId };
  const { data, error, refetch } = useEndpoint(listTransfers, { params });
  const list = useListEndpoint(listBadges, student === undefined ? undefined : [{ params }]);
  const back = (
    <Link to="/player-groups/$playerGroupId" params={params} search={{}} className={buttonClass("quiet")}>
      {m["lessons.backToClass"]()}
    </Link>
  );
  if (data === undefined) {
    return (
      <MissingPage
        heading={m["transfers.title"]()}
        error={error}
        text={({ failure }) => failureText(failure, transferTexts)}
        onRetry={() => void refetch()}
      >
        {back}
      </MissingPage>
    );
  }
  const leaving = list.data?.students.find(({ userId }) => userId === student);
  return (
    <>
      <PageHeading>{m["transfers.title"]()}</PageHeading>
      {leaving !== undefined && (
        <OpenTransferForm
          playerGroupId={playerGroupId}
          studentUserId={leaving.userId}
          name={leaving.displayName}
          transfers={data.transfers}
        />
      )}
      <TransferList transfers={data.transfers} />
      {back}
    </>
  );
}

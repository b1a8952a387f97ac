import { checkTransfer } from "@storyport/contract/transfers";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { OrganizationPicker, useChosenOrganization } from "#/features/organizations/organization-picker.tsx";
import { FailureNotice } from "#/shell/failure-notice.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { Stack } from "#/ui/stack.tsx";
import { isOfferEnd } from "./offer-end.ts";
import { OfferForm } from "./offer-form.tsx";
import type { OfferAnswer } from "./offer-form.tsx";
import { offerTexts } from "./transfer-texts.ts";
import { WithoutClass } from "./without-class.tsx";

interface OfferToSchoolProps {
  token: string;
  onAnswer: (answer: OfferAnswer) => void;
}

/** An administrator names the new school first, and then chooses among its classes. */
export function OfferToSchool({ token, onAnswer }: OfferToSchoolProps) {
  const [picked, setPicked] = useState("");
  const organizationId = useChosenOrganization(picked);
  return (
    <Stack>
      <OrganizationPicker
        label={m["playerGroups.organization"]()}
        placeholder={m["playerGroups.chooseOrganization"]()}
        value={organizationId}
        onChange={setPicked}
      />
      {organizationId !== "" && <ClassesOfSchool key={organizationId} token={token} organizationId={organizationId} onAnswer={onAnswer} />}
    </Stack>
  );
}

const texts = { ...offerTexts, "errors.transferOwnSchool": () => m["transfers.presentSchool"]() };

function ClassesOfSchool({ token, organizationId, onAnswer }: OfferToSchoolProps & { organizationId: string }) {
  const { data, error, refetch } = useEndpoint(checkTransfer, { body: { token, organizationId } });
  if (error !== null && data === undefined) {
    // A retry does not help. If the student is at the picked school already, another school does.
    const isFinal = error.failure.code === "errors.transferOwnSchool" || isOfferEnd(error.failure);
    return <FailureNotice {...(!isFinal && { onRetry: () => void refetch() })}>{failureText(error.failure, texts)}</FailureNotice>;
  }
  if (data === undefined) return <Pending>{m["app.waiting"]()}</Pending>;
  if (data.classes.length === 0)
    return <WithoutClass token={token} offer={data} text={m["transfers.schoolWithoutClass"]()} onAnswer={onAnswer} />;
  return <OfferForm token={token} offer={data} onAnswer={onAnswer} />;
}

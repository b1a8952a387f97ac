import type { OfferedTransfer } from "@storyport/contract/transfers";
import { ToClasses } from "#/features/player-groups/to-classes.tsx";
import { Notice } from "#/ui/notice.tsx";
import { Row } from "#/ui/stack.tsx";
import { DeclineOffer } from "./decline-offer.tsx";
import type { OfferAnswer } from "./offer-form.tsx";

interface WithoutClassProps {
  token: string;
  offer: OfferedTransfer;
  /** Says that a class is missing, and what to do. */
  text: string;
  onAnswer: (answer: OfferAnswer) => void;
}

/** No class can take the student yet. The user creates a class first, or declines. */
export function WithoutClass({ token, offer, text, onAnswer }: WithoutClassProps) {
  const [only, ...others] = offer.schools ?? [];
  // Among several schools, nothing says which school declines.
  const own = others.length === 0 ? only : undefined;
  return (
    <>
      <Notice>{text}</Notice>
      <Row>
        <ToClasses />
        <DeclineOffer token={token} school={offer.fromSchool} own={own} onAnswer={onAnswer} />
      </Row>
    </>
  );
}

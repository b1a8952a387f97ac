import { m } from "@storyport/texts/messages";

/** The refusals that the calls about players may meet. */
export const playerTexts = {
  "errors.changedMeanwhile": () => m["errors.changedMeanwhile"](),
  "errors.invalidInput": () => m["errors.invalidInput"](),
  "errors.notAllowed": () => m["errors.notAllowed"](),
  "errors.notFound": () => m["players.notFound"](),
  "errors.studentNameInvalid": () => m["errors.studentNameInvalid"](),
};

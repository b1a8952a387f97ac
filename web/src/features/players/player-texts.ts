import { m } from "@storyport/texts/messages";

/** Refusals of the calls about players. */
export const playerTexts = {
  "errors.changedMeanwhile": () => m["errors.changedMeanwhile"](),
  "errors.invalidInput": () => m["errors.invalidInput"](),
  "errors.notAllowed": () => m["errors.notAllowed"](),
  "errors.notFound": () => m["players.notFound"](),
  "errors.studentNameInvalid": () => m["errors.studentNameInvalid"](),
};

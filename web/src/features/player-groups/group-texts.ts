import { m } from "@storyport/texts/messages";

/** The refusals that a group's calls may meet. */
export const groupTexts = {
  "errors.invalidInput": () => m["playerGroups.notFound"](),
  "errors.notAllowed": () => m["playerGroups.notAllowed"](),
  "errors.notFound": () => m["playerGroups.notFound"](),
  "errors.studentNameInvalid": () => m["errors.studentNameInvalid"](),
};

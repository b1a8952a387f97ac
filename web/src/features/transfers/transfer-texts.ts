import { m } from "@storyport/texts/messages";
import { groupTexts } from "#/features/player-groups/group-texts.ts";

/** Refusals of the sending school's calls. */
export const transferTexts = {
  ...groupTexts,
  "errors.transferOpen": () => m["errors.transferOpen"](),
  "errors.transferNotStudent": () => m["errors.transferNotStudent"](),
  "errors.transferEnded": () => m["errors.transferEnded"](),
  "errors.transferExpired": () => m["errors.transferExpired"](),
};

/**
 * Refusals of the receiving school's calls, which share most refusals of the sending school's. The only invalid input is a damaged token
 * of the link.
 */
export const offerTexts = {
  ...transferTexts,
  "errors.invalidInput": () => m["transfers.notFound"](),
  "errors.notFound": () => m["transfers.notFound"](),
  "errors.transferOwnSchool": () => m["errors.transferOwnSchool"](),
  "errors.transferStudentLeft": () => m["errors.transferStudentLeft"](),
  "errors.transferAlreadyHere": () => m["errors.transferAlreadyHere"](),
};

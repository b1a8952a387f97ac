import { m } from "@storyport/texts/messages";

/** Refusals of a lesson's calls. */
export const lessonTexts = {
  "errors.invalidInput": () => m["lessons.ownMinutesWrong"](),
  "errors.notAllowed": () => m["playerGroups.notAllowed"](),
  "errors.notFound": () => m["playerGroups.notFound"](),
  "errors.lessonOver": () => m["errors.lessonOver"](),
  "errors.tooManyBoards": () => m["errors.tooManyBoards"](),
  "errors.loginTypeNotAllowed": () => m["errors.loginTypeNotAllowed"](),
};

import { m } from "@storyport/texts/messages";

/** Refusals of the calls about waiting devices. */
export const seatTexts = {
  "errors.invalidInput": () => m["seats.codeWrong"](),
  "errors.notAllowed": () => m["playerGroups.notAllowed"](),
  "errors.notFound": () => m["seats.gone"](),
  "errors.lessonOver": () => m["errors.lessonOver"](),
  "errors.loginTypeNotAllowed": () => m["errors.loginTypeNotAllowed"](),
  "errors.userCodeInvalid": () => m["errors.userCodeInvalid"](),
  "errors.seatTaken": () => m["errors.seatTaken"](),
  "errors.deviceNotWaiting": () => m["errors.deviceNotWaiting"](),
  "errors.gameNotAvailable": () => m["errors.gameNotAvailable"](),
  "errors.gameLoginTypeNotAllowed": () => m["errors.gameLoginTypeNotAllowed"](),
  "errors.gamePermissionMissing": () => m["errors.gamePermissionMissing"](),
};

/** Refusals of the calls about the devices of a school. */
export const deviceTexts = {
  "errors.invalidInput": () => m["seats.nameWrong"](),
  "errors.notAllowed": () => m["playerGroups.notAllowed"](),
  "errors.notFound": () => m["seats.deviceNotFound"](),
  "errors.changedMeanwhile": () => m["errors.changedMeanwhile"](),
};

/** Refusals of the list of a class's devices: what is not found there is the class. */
export const deviceListTexts = { ...deviceTexts, "errors.notFound": () => m["playerGroups.notFound"]() };

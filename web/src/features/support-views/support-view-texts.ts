import { m } from "@storyport/texts/messages";

/** Refusals when a support view begins, for `failureText`, which adds the refusals that any call may meet. */
export const supportViewTexts = {
  "errors.loginTooOld": () => m["errors.loginTooOld"](),
  "errors.notAllowed": () => m["errors.notAllowed"](),
  "errors.notFound": () => m["users.notFound"](),
  "errors.notYourself": () => m["errors.notYourself"](),
  "errors.statusNotAllowed": () => m["errors.statusNotAllowed"](),
  "errors.supportReasonLength": () => m["errors.supportReasonLength"](),
  "errors.supportViewAdministrator": () => m["errors.supportViewAdministrator"](),
  "errors.supportViewOpen": () => m["errors.supportViewOpen"](),
  "errors.supportViewStudent": () => m["errors.supportViewStudent"](),
};

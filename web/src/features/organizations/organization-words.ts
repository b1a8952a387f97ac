import { m } from "@storyport/texts/messages";

/** Refusals of the calls about organizations. */
export const organizationTexts: Readonly<Record<string, () => string>> = {
  "errors.changedMeanwhile": () => m["errors.changedMeanwhile"](),
  "errors.gameUnknown": () => m["errors.gameUnknown"](),
  "errors.invalidInput": () => m["errors.invalidInput"](),
  "errors.notAllowed": () => m["errors.notAllowed"](),
  "errors.notFound": () => m["organizations.notFound"](),
  "errors.notYourself": () => m["errors.notYourself"](),
  "errors.organizationDescriptionInvalid": () => m["errors.organizationDescriptionInvalid"](),
  "errors.organizationKeyInvalid": () => m["errors.organizationKeyInvalid"](),
  "errors.organizationKeyTaken": () => m["errors.organizationKeyTaken"](),
};

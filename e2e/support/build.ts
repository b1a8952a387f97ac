import { buildPortal } from "@storyport/tools/build";

/** Before the first journey: what is not up to date is built once, for the portals of all files. */
export default buildPortal;

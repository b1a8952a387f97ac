import { findFreePorts } from "@storyport/tools/ports";

export const workers = 2;
/** The portal's, and after it those of the stand-ins. */
const portsOfOne = 6;

// Chosen by the process that starts the workers, which find it in their environment.
process.env.JOURNEYS_PORT ??= String(await findFreePorts(workers * portsOfOne));

/** Where this worker's portal listens. */
export const port = Number(process.env.JOURNEYS_PORT) + portsOfOne * Number(process.env.TEST_PARALLEL_INDEX ?? 0);

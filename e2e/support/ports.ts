import { findFreePorts } from "@storyport/tools/ports";

/** One more than the cores that the tests are planned for, because journeys often wait: for mail, clocks and pages. */
export const workers = 3;
/** The portal's port, followed by those of the stand-ins. */
const portsOfOne = 6;

// The process that starts the workers chooses it. The workers read it from their environment.
process.env.JOURNEYS_PORT ??= String(await findFreePorts(workers * portsOfOne));

/** Where a worker's portal listens. */
export const portOf = (worker: number): number => Number(process.env.JOURNEYS_PORT) + portsOfOne * worker;

const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0);

export const port = portOf(worker);

/** The folder of a worker's demo world, to be copied: its key and its mailbox (support/prepare.ts). */
export const folderTemplateOf = (worker: number): string => `${process.env.JOURNEYS_FOLDERS}/${worker}`;

export const folderTemplate = folderTemplateOf(worker);

/** The database of a worker's demo world, with the addresses of its ports, to be copied. */
export const databaseTemplateOf = (worker: number): string => `journeys_${worker}`;

export const databaseTemplate = databaseTemplateOf(worker);

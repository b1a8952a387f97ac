import { readConformanceReport } from "@storyport/contract/conformance";
import type { ResponseOf } from "@storyport/contract/endpoint";
import { ApiError } from "#/api/api-error.ts";
import type { Portal } from "#/shell/portal.ts";

/** Fetches the report behind an address. For a missing report the screen says so, and the page does not fail. */
export async function loadReport({
  path,
  call,
}: Pick<Portal, "call"> & { path: string }): Promise<{ report: ResponseOf<typeof readConformanceReport> | undefined }> {
  try {
    // The path is /conformance-report/{report}. A malformed secret counts as a missing report (400).
    return { report: await call(readConformanceReport, { body: { report: path.split("/")[2] ?? "" } }) };
  } catch (error) {
    if (error instanceof ApiError && (error.failure.status === 404 || error.failure.status === 400)) return { report: undefined };
    throw error;
  }
}

/** Loads tracing only if OTEL_EXPORTER_OTLP_ENDPOINT names a collector. */
import type { BuildInfo } from "#/platform/build-info.ts";
import type { Settings } from "#/platform/settings.ts";
import type { Tracing } from "./tracing.ts";

/** Returns undefined if tracing is off. */
export async function startTracing(settings: Settings["tracing"], build: BuildInfo): Promise<Tracing | undefined> {
  if (settings === undefined) return undefined;
  const { OpenTelemetry } = await import("./open-telemetry.ts");
  return new OpenTelemetry(settings, build);
}

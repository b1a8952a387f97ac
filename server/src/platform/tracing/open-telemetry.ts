/** Sends spans to a collector (OTLP over HTTP). Spans have names from closed lists, and neither parameters nor addresses. */
import { SpanKind, SpanStatusCode, TraceFlags, context, trace } from "@opentelemetry/api";
import type { Context, Span, Tracer } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Sampler } from "@opentelemetry/sdk-trace";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { LogEvent } from "kysely";
import type { BuildInfo } from "#/platform/build-info.ts";
import { createTraceHeaders } from "#/platform/http/trace-headers.ts";
import type { Trace } from "#/platform/http/trace-headers.ts";
import type { Mailer } from "#/platform/mail/mailer.ts";
import type { Settings } from "#/platform/settings.ts";
import type { Tracing } from "./tracing.ts";

const operations = new Set(["select", "insert", "update", "delete", "with", "begin", "commit", "rollback"]);

type TracingSettings = NonNullable<Settings["tracing"]>;

export class OpenTelemetry implements Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;

  constructor(settings: TracingSettings, { version, instance }: BuildInfo) {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({
        "service.name": settings.serviceName,
        "service.version": version,
        "service.instance.id": instance,
      }),
      sampler: samplerOf(settings),
      spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: settings.url }) })],
    });
    this.#tracer = this.#provider.getTracer("storyport", version);
  }

  traceRequests(app: FastifyInstance, trustedProxies: readonly string[]): void {
    const names = createTraceHeaders(trustedProxies);
    const contexts = new WeakMap<FastifyRequest, Context>();
    app.addHook("onRequest", (request, reply, done) => {
      const { endpoint } = request.routeOptions.config;
      const name = `${request.method} ${endpoint?.name ?? request.routeOptions.url ?? "none"}`;
      const parent = parentOf(names.trace(request.raw));
      const attributes = { "http.request.method": request.method, "storyport.request_id": request.id };
      const span = this.#tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
      contexts.set(request, trace.setSpan(parent, span));
      // A client that left gets no response. Without this span its statements would have a parent that was never sent. A stream always ends so.
      if (endpoint?.responseKind !== "events") reply.raw.once("close", () => span.isRecording() && span.end());
      done();
    });
    // Not earlier, because reading the body leaves the context.
    app.addHook("preValidation", (request, _reply, done) => context.with(contexts.get(request) ?? context.active(), done));
    app.addHook("onResponse", (request, { statusCode }, done) => {
      const span = trace.getSpan(contexts.get(request) ?? context.active());
      span?.setAttribute("http.response.status_code", statusCode);
      if (request.refused !== undefined) span?.setAttribute("storyport.refusal", request.refused.code);
      if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
      done();
    });
  }

  traceStatement({ level, query, queryDurationMillis }: LogEvent): void {
    // A job asks the database every second, which belongs to no request.
    if (trace.getActiveSpan() === undefined) return;
    const { operation, table } = nameStatement(query.sql);
    const end = Date.now();
    const span = this.#tracer.startSpan(table === undefined ? operation : `${operation} ${table}`, {
      kind: SpanKind.CLIENT,
      startTime: end - queryDurationMillis,
      attributes: {
        "db.system.name": "postgresql",
        "db.operation.name": operation,
        ...(table !== undefined && { "db.collection.name": table }),
      },
    });
    if (level === "error") span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(end);
  }

  traceMailer(mailer: Mailer): Mailer {
    return {
      send: (letter) =>
        this.#tracer.startActiveSpan("send letter", { kind: SpanKind.CLIENT }, (span) => endAfter(span, mailer.send(letter))),
      close: () => mailer.close(),
    };
  }

  async close(): Promise<void> {
    // A collector that is away must not keep the portal from stopping.
    await this.#provider.shutdown().catch(() => undefined);
    context.disable();
  }
}

async function endAfter(span: Span, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

function parentOf(given: Trace | undefined): Context {
  const root = context.active();
  if (given === undefined) return root;
  const { traceId, parentId: spanId, flags } = given;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(root, { traceId, spanId, traceFlags, isRemote: true });
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const name = sampler.replace(/^parentbased_/, "");
  const root =
    name === "always_on" ? new AlwaysOnSampler() : name === "always_off" ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
  return name === sampler ? root : new ParentBasedSampler({ root });
}

/** Names a statement by its operation and table. Our statements hold no values, and a name must hold none either. */
function nameStatement(statement: string): { operation: string; table: string | undefined } {
  const [, first = ""] = /^\s*(\w+)/.exec(statement) ?? [];
  const word = first.toLowerCase();
  const operation = operations.has(word) ? word : "other";
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_]{1,60})\b/i.exec(statement) ?? [];
  return { operation, table };
}

import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { Settings } from '../../settings.ts'
import type { Tracer } from './trace.ts'

// The only file that imports OpenTelemetry; loaded only where a collector is set.

type Tracing = NonNullable<Settings['tracing']>

/** Whoever stops the process does not wait longer for a collector. */
const longestFlushMs = 2_000
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT }

/** Sends spans to an OTLP collector, in batches and beside all other work: if it is away they are dropped. */
export function openTelemetry(
  { endpoint, serviceName, sampler, ratio }: Tracing,
  { version, log }: { version: string; log: Logger },
): { tracer: Tracer; close(): Promise<void> } {
  const exporter = reportOutages(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }), log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: buildSampler(sampler, ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const contexts = new AsyncLocalStorageContextManager()
  context.setGlobalContextManager(contexts)
  const spans = provider.getTracer('ohmstead', version)
  const propagator = new W3CTraceContextPropagator()
  const header = { get: (carrier: Record<string, string>, key: string) => carrier[key], keys: Object.keys }

  const tracer: Tracer = {
    open: ({ name, kind, attributes, isRoot }, parent) => {
      const around = isRoot ? ROOT_CONTEXT : contexts.active()
      const from = parent ? propagator.extract(ROOT_CONTEXT, { traceparent: parent }, header) : around
      const span = spans.startSpan(
        name,
        { kind: kind ? kinds[kind] : SpanKind.INTERNAL, ...(attributes && { attributes }) },
        from,
      )
      const inside = trace.setSpan(from, span)
      return {
        set: (more) => void span.setAttributes(more),
        fail: (error) => {
          // The kind of error; its message could contain values.
          if (error instanceof Error) span.setAttribute('error.type', error.name)
          span.setStatus({ code: SpanStatusCode.ERROR })
        },
        end: () => span.end(),
        enter: (work) => contexts.with(inside, work),
      }
    },
    current: () => {
      const found = trace.getSpanContext(contexts.active())
      return found ? { trace_id: found.traceId, span_id: found.spanId } : null
    },
    bind: (work) => contexts.bind(contexts.active(), work),
  }
  return {
    tracer,
    close: async () => {
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, longestFlushMs).unref()
      })
      await Promise.race([provider.shutdown().catch(() => {}), late])
      context.disable()
    },
  }
}

function buildSampler(name: Tracing['sampler'], ratio: number): Sampler {
  if (name.startsWith('parentbased_'))
    return new ParentBasedSampler({ root: buildSampler(name.slice(12) as Tracing['sampler'], ratio) })
  if (name === 'always_off') return new AlwaysOffSampler()
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler()
}

/** One line when the collector stops taking spans, and one when it takes them again. */
function reportOutages(exporter: OTLPTraceExporter, log: Logger): SpanExporter {
  let isAway = false
  return {
    export: (batch: ReadableSpan[], done) =>
      exporter.export(batch, (result) => {
        const isRefused = result.code !== ExportResultCode.SUCCESS
        if (isRefused && !isAway)
          log.warn({ reason: result.error?.message }, 'the collector of traces does not take them')
        if (!isRefused && isAway) log.info('the collector of traces takes them again')
        isAway = isRefused
        done(result)
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}

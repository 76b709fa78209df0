// Spans for whoever sets OTEL_EXPORTER_OTLP_ENDPOINT. Without it there is no tracer, and everything here does nothing.

export type Attributes = Record<string, string | number | boolean>

export interface SpanStart {
  name: string
  kind?: 'server' | 'client'
  attributes?: Attributes
  /** Begins a trace of its own, whoever happens to be under way. */
  isRoot?: boolean
}

export interface OpenSpan {
  set(attributes: Attributes): void
  fail(error?: unknown): void
  end(): void
  /** Spans and log lines of the work belong to this one. */
  enter<Result>(work: () => Result): Result
}

export interface Tracer {
  /** `parent` is a `traceparent` header. */
  open(start: SpanStart, parent?: string): OpenSpan
  current(): { trace_id: string; span_id: string } | null
  bind<Work extends () => unknown>(work: Work): Work
}

let tracer: Tracer | null = null

export function setTracer(next: Tracer | null): void {
  tracer = next
}

export const findTracer = (): Tracer | null => tracer

/** For log lines. */
export const currentTrace = (): object => tracer?.current() ?? {}

/** Keeps work that another turn of the event loop runs in the span of whoever asks for it. */
export const bindTrace = <Work extends () => unknown>(work: Work): Work => tracer?.bind(work) ?? work

/** Does work in a span of its own. */
export function inSpan<Result>(
  describe: () => SpanStart,
  work: (span: OpenSpan | null) => Promise<Result>,
): Promise<Result> {
  return tracer ? runIn(tracer.open(describe()), work) : work(null)
}

async function runIn<Result>(span: OpenSpan, work: (span: OpenSpan) => Promise<Result>): Promise<Result> {
  try {
    return await span.enter(() => work(span))
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}

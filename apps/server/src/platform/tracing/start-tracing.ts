import type { Logger } from 'pino'
import type { Settings } from '../../settings.ts'
import { version } from '../version.ts'
import { setTracer } from './trace.ts'

/** Traces from here on; returns what ends them. Their packages cost time and memory, so they are loaded only now. */
export async function startTracing(
  tracing: NonNullable<Settings['tracing']>,
  log: Logger,
): Promise<() => Promise<void>> {
  const { openTelemetry } = await import('./open-telemetry.ts')
  const { tracer, close } = openTelemetry(tracing, {
    version,
    log: log.child({ part: 'tracing' }),
  })
  setTracer(tracer)
  return async () => {
    setTracer(null)
    await close()
  }
}

import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { askTraced } from '../../../platform/tracing/ask-traced.ts'
import { PortalError } from './portal-error.ts'
import { refusalOf } from './portal-refusal.ts'
import { createRequestPace, type Wait } from './request-pace.ts'

export interface PortalRequest {
  token: string
  /** Below the base address, such as `/merilno-mesto/4-1234567`. */
  path: string
  query?: readonly (readonly [name: string, value: string])[]
  /** Attempts if the portal is busy, fails or is silent; 2 if a person waits for the answer. */
  tries?: number
  signal?: AbortSignal
}

export interface PortalClient {
  /** The raw text of the answer, to be stored and parsed. Throws PortalError; the signal's reason when aborted. */
  get(request: PortalRequest): Promise<string>
  /** Ends every request and wait. */
  close(): void
}

export interface PortalClientOptions {
  baseUrl: string
  /** The portal's limit: five a second for everybody behind one address. */
  perSecond?: number
  timeoutMs?: number
  firstWaitMs?: number
  wait?: Wait
  now?: () => number
}

const longestWaitMs = 120_000
const largestAnswer = 32_000_000

/** Reads the national metering portal (Moj Elektro): GET only, at its pace, with retries if they can help. */
export function createPortalClient(options: PortalClientOptions): PortalClient {
  const { baseUrl, perSecond = 5, timeoutMs = 60_000, firstWaitMs = 500 } = options
  const now = options.now ?? (() => performance.now())
  const wait: Wait = options.wait ?? ((ms, signal) => sleep(ms, undefined, { signal }))
  const pace = createRequestPace(perSecond, now, wait)
  const closing = new AbortController()

  async function ask(url: string, token: string, signal: AbortSignal): Promise<string> {
    const limit = AbortSignal.timeout(timeoutMs)
    try {
      const response = await askTraced('portal', url, () =>
        fetch(url, {
          headers: { 'x-api-token': token, accept: 'application/json' },
          // A token is for the portal alone: no redirect target gets it.
          redirect: 'error',
          signal: AbortSignal.any([signal, limit]),
        }),
      )
      const text = await readText(response)
      if (response.ok) return text
      throw refusalOf(response.status, text, response.headers)
    } catch (error) {
      if (error instanceof PortalError) throw error
      signal.throwIfAborted()
      throw new PortalError('portal_unavailable', {
        explanation: limit.aborted ? 'no answer in time' : causeOf(error),
      })
    }
  }

  return {
    get: async ({ token, path, query = [], tries = 4, signal: given }) => {
      const signal = given ? AbortSignal.any([given, closing.signal]) : closing.signal
      const search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString()
      const url = `${baseUrl}${path}${search && `?${search}`}`
      for (let attempt = 1; ; attempt++) {
        await pace.take(signal)
        try {
          return await ask(url, token, signal)
        } catch (error) {
          if (!(error instanceof PortalError) || !mayHelp(error) || attempt >= tries) throw error
          const requestedMs = error.retryAfterSeconds === null ? null : error.retryAfterSeconds * 1000
          if (requestedMs !== null && requestedMs > longestWaitMs) throw error
          const waitMs = requestedMs ?? backOff(error, attempt, firstWaitMs)
          if (error.code === 'portal_busy') pace.pause(waitMs)
          else await wait(waitMs, signal)
        }
      }
    },
    close: () => closing.abort(new PortalError('portal_unavailable', { explanation: 'the server stops' })),
  }
}

const mayHelp = ({ code }: PortalError) => code === 'portal_busy' || code === 'portal_unavailable'

/** Doubles with each attempt, half of it random, so that many do not come back together. Its gateway needs longer. */
function backOff({ code }: PortalError, attempt: number, firstWaitMs: number): number {
  const first = code === 'portal_busy' ? firstWaitMs * 10 : firstWaitMs
  const whole = Math.min(longestWaitMs, first * 2 ** (attempt - 1))
  return whole / 2 + randomInt(0, Math.max(1, Math.round(whole / 2)))
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > largestAnswer)
      throw new PortalError('portal_answer_wrong', { explanation: 'the answer is too long' })
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function causeOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : message
}

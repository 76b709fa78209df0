import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { askTraced } from '../../platform/tracing/ask-traced.ts'

/** A range of past hours at a place. Values are means of the hour that begins at its start; null is unknown. */
export interface WeatherHours {
  elevationM: number | null
  /** Epoch milliseconds of the first hour's start. */
  firstStartMs: number
  globalWm2: (number | null)[]
  diffuseWm2: (number | null)[]
  directWm2: (number | null)[]
  airC: (number | null)[]
  windMs: (number | null)[]
}

export interface WeatherClient {
  /** Whether this is real weather, or a model's. */
  readonly source: 'open-meteo' | 'modelled'
  /** The hours from one UTC day to before another. Throws `weather_busy` or `weather_unavailable`. */
  getHours(
    place: { latitude: number; longitude: number },
    fromDay: string,
    toDay: string,
  ): Promise<WeatherHours>
  /** Ends every request and wait. */
  close(): void
}

export interface WeatherClientOptions {
  baseUrl: string
  key: string | null
  source?: WeatherClient['source']
  /** The archive refuses days that have not begun. */
  now(): number
  timeoutMs?: number
  firstWaitMs?: number
  tries?: number
}

const hourMs = 3_600_000
const largestAnswer = 16_000_000
const longestWaitMs = 5_000

const values = z.array(z.number().nullable())
const answerSchema = z.object({
  elevation: z.number().nullish(),
  hourly_units: z.object({ time: z.literal('unixtime'), wind_speed_10m: z.literal('m/s') }),
  hourly: z.object({
    time: z.array(z.number()),
    shortwave_radiation: values,
    diffuse_radiation: values,
    direct_normal_irradiance: values,
    temperature_2m: values,
    wind_speed_10m: values,
  }),
})

class WeatherFailure extends Error {
  readonly code: 'weather_busy' | 'weather_unavailable'
  readonly mayHelp: boolean
  readonly waitMs: number | null

  constructor(code: WeatherFailure['code'], message: string, mayHelp: boolean, waitMs: number | null = null) {
    super(message)
    this.code = code
    this.mayHelp = mayHelp
    this.waitMs = waitMs
  }
}

/**
 * Reads an archive with Open-Meteo's interface. Its radiation is the mean of the hour before a time, temperature and wind
 * are values at the time itself; only here all of them become means of hours identified by their start.
 */
export function createWeatherClient(options: WeatherClientOptions): WeatherClient {
  const { baseUrl, key, source = 'open-meteo', now, tries = 3 } = options
  const { timeoutMs = 30_000, firstWaitMs = 500 } = options
  const closing = new AbortController()

  async function ask(url: string): Promise<z.output<typeof answerSchema>> {
    const limit = AbortSignal.timeout(timeoutMs)
    let text: string
    try {
      const response = await askTraced('weather', url, () =>
        fetch(url, {
          headers: { accept: 'application/json' },
          // The key is for the archive alone: no redirect target gets it.
          redirect: 'error',
          signal: AbortSignal.any([limit, closing.signal]),
        }),
      )
      text = await readText(response)
      if (!response.ok) throw failureOf(response)
    } catch (error) {
      if (error instanceof WeatherFailure) throw error
      throw new WeatherFailure('weather_unavailable', (error as Error).message, !closing.signal.aborted)
    }
    return parseAnswer(text)
  }

  return {
    source,
    getHours: async ({ latitude, longitude }, fromDay, toDay) => {
      const today = new Date(now()).toISOString().slice(0, 10)
      const search = new URLSearchParams({
        latitude: latitude.toFixed(3),
        longitude: longitude.toFixed(3),
        start_date: fromDay,
        // The mean of the last hour is stored at the midnight that follows it.
        end_date: [toDay, today].sort()[0]!,
        hourly:
          'shortwave_radiation,diffuse_radiation,direct_normal_irradiance,temperature_2m,wind_speed_10m',
        timeformat: 'unixtime',
        timezone: 'GMT',
        wind_speed_unit: 'ms',
        ...(key && { apikey: key }),
      })
      const url = `${baseUrl}/v1/archive?${search}`
      for (let attempt = 1; ; attempt++) {
        try {
          return toHours(await ask(url), Date.parse(fromDay), Date.parse(toDay))
        } catch (error) {
          if (!(error instanceof WeatherFailure)) throw error
          const waitMs = error.waitMs ?? firstWaitMs * 2 ** (attempt - 1)
          if (!error.mayHelp || attempt >= tries || waitMs > longestWaitMs) throw new AppError(error.code)
          await sleep(waitMs, undefined, { signal: closing.signal }).catch(() => {
            throw new AppError(error.code)
          })
        }
      }
    },
    close: () => closing.abort(),
  }
}

function failureOf({ status, headers }: Response): WeatherFailure {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const waitMs = Number.isNaN(seconds) ? null : seconds * 1000
  if (status === 429) return new WeatherFailure('weather_busy', 'status 429', true, waitMs)
  return new WeatherFailure('weather_unavailable', `status ${status}`, status >= 500, waitMs)
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > largestAnswer) throw new WeatherFailure('weather_unavailable', 'the answer is too long', false)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parseAnswer(text: string): z.output<typeof answerSchema> {
  let found: z.ZodSafeParseResult<z.output<typeof answerSchema>>
  try {
    found = answerSchema.safeParse(JSON.parse(text))
  } catch {
    throw new WeatherFailure('weather_unavailable', 'the answer breaks off', true)
  }
  if (!found.success) throw new WeatherFailure('weather_unavailable', 'the answer has another form', false)
  return found.data
}

function toHours(
  { elevation, hourly }: z.output<typeof answerSchema>,
  fromMs: number,
  toMs: number,
): WeatherHours {
  const count = (toMs - fromMs) / hourMs
  const placeOf = new Map(hourly.time.map((seconds, place) => [seconds * 1000, place]))
  const at = (row: (number | null)[], ms: number) => {
    const place = placeOf.get(ms)
    return place === undefined ? null : (row[place] ?? null)
  }
  const means = (row: (number | null)[]) =>
    Array.from({ length: count }, (_, hour) => at(row, fromMs + (hour + 1) * hourMs))
  const between = (row: (number | null)[]) =>
    Array.from({ length: count }, (_, hour) => {
      const [start, end] = [at(row, fromMs + hour * hourMs), at(row, fromMs + (hour + 1) * hourMs)]
      return start === null || end === null ? (start ?? end) : (start + end) / 2
    })
  return {
    elevationM: elevation ?? null,
    firstStartMs: fromMs,
    globalWm2: means(hourly.shortwave_radiation),
    diffuseWm2: means(hourly.diffuse_radiation),
    directWm2: means(hourly.direct_normal_irradiance),
    airC: between(hourly.temperature_2m),
    windMs: between(hourly.wind_speed_10m),
  }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { estimateSolarYield } from '@ohmstead/optimizer/solar/estimate-solar-yield'
import { middleOfLight } from '@ohmstead/optimizer/solar/middle-of-light'
import { sunPosition } from '@ohmstead/optimizer/solar/sun-position'
import {
  createWeatherClient,
  type WeatherHours,
} from '../../apps/server/src/features/weather/weather-client.ts'
import { listSamples, readSample } from './sample-files.ts'

interface Answer {
  latitude: number
  longitude: number
  elevation?: number
  utc_offset_seconds: number
  hourly_units: Record<string, string>
  hourly: { time: (number | string)[] } & Record<string, (number | null)[]>
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Direct and diffuse light and their sum are rounded, in the archive to whole watts. */
const toleranceWm2 = 1.5
/** This far below the horizon there is no light. */
const darkBelow = -2
const needed = ['shortwave_radiation', 'diffuse_radiation', 'temperature_2m', 'wind_speed_10m']

/**
 * Passes every Open-Meteo answer in `directory`/solar (`openmeteo*.json`) to the weather client, as the archive would, and
 * lists the faults of the resulting hours: light that is not direct plus diffuse, light in the dark.
 */
export async function checkWeatherSamples(directory: string): Promise<{
  files: number
  problems: string[]
  notes: string[]
}> {
  const folder = join(directory, 'solar')
  const names = listSamples(folder, /\.json$/i).filter(
    (name) =>
      /^open-?meteo/i.test(name) ||
      readSample(join(folder, name)).toString('utf8').includes('"hourly_units"'),
  )
  const problems: string[] = []
  const notes: string[] = []
  for (const name of names) {
    try {
      const answer = JSON.parse(readSample(join(folder, name)).toString('utf8')) as Answer
      const missing = needed.filter((key) => !answer.hourly?.[key])
      if (missing.length > 0) {
        notes.push(`${name}: not asked for like this by the client, no hourly ${missing.join(', ')}`)
        continue
      }
      const found = await checkAnswer(answer)
      problems.push(...found.problems.map((line) => `${name}: ${line}`))
      notes.push(`${name}: ${found.note}`)
    } catch (error) {
      problems.push(`${name}: ${(error as Error).message}`)
    }
  }
  return { files: names.length, problems, notes }
}

async function checkAnswer(answer: Answer): Promise<{ problems: string[]; note: string }> {
  const times = timesOf(answer)
  const [fromMs, toMs] = [Math.ceil(times[0]! / dayMs) * dayMs, Math.floor(times.at(-1)! / dayMs) * dayMs]
  if (toMs <= fromMs) throw new Error('no whole day (UTC) in it')
  const hours = await readThroughClient(answer, times, fromMs, toMs)
  const problems = hours.globalWm2.flatMap((light, hour) => {
    const startMs = fromMs + hour * hourMs
    const at = new Date(startMs).toISOString()
    // Means are stamped at the end of their hour.
    const place = times.indexOf(startMs + hourMs)
    const direct = answer.hourly.direct_radiation?.[place]
    const diffuse = hours.diffuseWm2[hour] ?? null
    if (light === null || diffuse === null) return [`${at}: no light told`]
    const sum = direct === undefined || direct === null ? light : direct + diffuse
    const elevations = [0, 1].map((share) => sunPosition(startMs + share * hourMs, answer).elevation)
    const isDark = Math.max(...elevations) < darkBelow
    return [
      ...(Math.abs(sum - light) > toleranceWm2
        ? [`${at}: direct and diffuse make ${sum}, not ${light}`]
        : []),
      ...(isDark && light > 0 ? [`${at}: ${light} W/m² in the dark`] : []),
    ]
  })
  const days = (toMs - fromMs) / dayMs
  const note = `${days} days, ${(estimate(answer, hours) / days).toFixed(2)} kWh a day from 1 kWp`
  return { problems, note }
}

/** Epoch milliseconds; times without an offset are local. */
function timesOf({ hourly, utc_offset_seconds }: Answer): number[] {
  return hourly.time.map((time) =>
    typeof time === 'number' ? time * 1000 : Date.parse(`${time}Z`) - utc_offset_seconds * 1000,
  )
}

/** The client's result for the answer in the units it requests. */
async function readThroughClient(
  answer: Answer,
  times: number[],
  fromMs: number,
  toMs: number,
): Promise<WeatherHours> {
  const asked = JSON.stringify(inUnitsOfTheClient(answer, times))
  const archive = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(asked)
  })
  await new Promise<void>((resolve) => archive.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(archive.address() as AddressInfo).port}`
  const client = createWeatherClient({ baseUrl, key: null, now: () => toMs, tries: 1 })
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  try {
    return await client.getHours(answer, day(fromMs), day(toMs))
  } finally {
    client.close()
    archive.closeAllConnections()
    archive.close()
  }
}

function inUnitsOfTheClient(answer: Answer, times: number[]) {
  const { hourly, hourly_units: units } = answer
  const windFactor = units.wind_speed_10m === 'km/h' ? 1 / 3.6 : 1
  const direct = hourly.direct_radiation ?? []
  return {
    elevation: answer.elevation,
    hourly_units: { time: 'unixtime', wind_speed_10m: 'm/s' },
    hourly: {
      ...hourly,
      time: times.map((ms) => ms / 1000),
      wind_speed_10m: hourly.wind_speed_10m!.map((one) => (one === null ? null : one * windFactor)),
      direct_normal_irradiance:
        hourly.direct_normal_irradiance ??
        times.map((ms, place) => squareToSun(direct[place] ?? 0, ms - hourMs, answer)),
    },
  }
}

/** Forecasts have direct light on the horizontal only. */
function squareToSun(levelWm2: number, startMs: number, place: Answer): number {
  const atMs = startMs + middleOfLight(startMs, startMs + hourMs, place) * hourMs
  const sine = Math.sin((sunPosition(atMs, place).apparentElevation * Math.PI) / 180)
  return sine > 0.02 ? levelWm2 / sine : 0
}

function estimate(place: Answer, hours: WeatherHours): number {
  const filled = (values: (number | null)[]) => Float64Array.from(values, (one) => one ?? 0)
  const { totalKwh } = estimateSolarYield(
    {
      firstStartMs: hours.firstStartMs,
      stepHours: 1,
      sunAt: 'lit',
      globalWm2: filled(hours.globalWm2),
      directWm2: filled(hours.directWm2),
      diffuseWm2: filled(hours.diffuseWm2),
      airC: filled(hours.airC),
      windMs: filled(hours.windMs),
    },
    place,
    { plane: { tilt: 30, azimuth: 180 }, peakW: 1000 },
  )
  return totalKwh
}

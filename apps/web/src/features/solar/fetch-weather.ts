import type { Weather } from '@ohmstead/optimizer/solar/estimate-solar-yield'
import { type Answer, call } from '../../lib/call.ts'

type Irradiance = Answer<'GET /weather/irradiance'>

/** Weather of the readings' days as input of the solar model, and how much of it had to be substituted. */
export interface FetchedWeather {
  weather: Weather
  source: Irradiance['source']
  attribution: Irradiance['attribution']
  hours: number
  /** Hours without a value, taken from the nearest day that has one. */
  filled: number
}

export interface WeatherQuestion {
  latitude: number
  longitude: number
  from: string
  to: string
}

const kept = new Map<string, Promise<FetchedWeather>>()
const keptPlaces = 4

/** Fetched once for a place and range; tilt and size change often, the weather does not. */
export function fetchWeather(question: WeatherQuestion): Promise<FetchedWeather> {
  const name = JSON.stringify([question.latitude, question.longitude, question.from, question.to])
  const found = kept.get(name) ?? fetchNew(question)
  kept.delete(name)
  kept.set(name, found)
  found.catch(() => kept.delete(name))
  for (const oldest of kept.keys()) {
    if (kept.size <= keptPlaces) break
    kept.delete(oldest)
  }
  return found
}

async function fetchNew({ latitude, longitude, from, to }: WeatherQuestion): Promise<FetchedWeather> {
  const answer = await call('GET /weather/irradiance', {
    query: { lat: latitude, lon: longitude, from, to },
  })
  return toWeather(answer)
}

export function toWeather(answer: Irradiance): FetchedWeather {
  const { time, ghi, dhi, dni, temperature, wind } = answer
  return {
    weather: {
      firstStartMs: (time[0] ?? 0) * 1000,
      stepHours: 1,
      globalWm2: fillDays(ghi),
      directWm2: fillDays(dni),
      diffuseWm2: fillDays(dhi),
      airC: fillDays(temperature),
      windMs: fillDays(wind),
    },
    source: answer.source,
    attribution: answer.attribution,
    hours: ghi.length,
    filled: ghi.filter((value) => value === null).length,
  }
}

const hoursPerDay = 24

/** The same hour of the nearest day; archives end some days ago. */
function fillDays(values: readonly (number | null)[]): Float64Array {
  const days = Math.ceil(values.length / hoursPerDay)
  return Float64Array.from(values, (value, hour) => {
    if (value !== null) return value
    for (let day = 1; day < days; day++) {
      const near = values[hour - day * hoursPerDay] ?? values[hour + day * hoursPerDay]
      if (near != null) return near
    }
    return 0
  })
}

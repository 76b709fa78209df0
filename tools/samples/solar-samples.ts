import { join } from 'node:path'
import { type Place, sunPosition } from '@ohmstead/optimizer/solar/sun-position'
import { listSamples, readSample } from './sample-files.ts'

/** PVGIS gives the sun's height to a hundredth of a degree, at the minute its satellite looks. */
const toleranceDegrees = 0.1

interface SunRow {
  time: string
  elevation: number
}

/** Compares the sun of the model with that of PVGIS' hourly answers (CSV or JSON with their place), whatever their names. */
export function checkSolarSamples(directory: string): { files: number; problems: string[] } {
  const folder = join(directory, 'solar')
  const found = listSamples(folder, /\.(csv|json)$/i).flatMap((name) => {
    const text = readSample(join(folder, name)).toString('utf8')
    const read = /\.json(\.gz)?$/i.test(name) ? readJson(text) : readCsv(text)
    // Field descriptions and typical years have no sun height.
    return read === null ? [] : [checkFile(read, name)]
  })
  return { files: found.length, problems: found.flat() }
}

function checkFile({ place, rows }: { place: Place; rows: SunRow[] }, name: string): string[] {
  const problems = rows.flatMap(({ time, elevation: told }) => {
    const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d):(\d\d)(\d\d)/.exec(time)!.map(Number)
    const found = sunPosition(Date.UTC(year!, month! - 1, day, hour, minute), place)
    // Zero means night, or hours without a satellite image.
    const isUnseen = told === 0
    const isSame = Math.abs(told - found.elevation) <= toleranceDegrees
    return isUnseen || isSame
      ? []
      : [`${name}: ${time}: the sun stands at ${found.elevation.toFixed(2)}°, not ${told}°`]
  })
  return rows.length === 0 ? [`${name}: no row in it`] : problems
}

function readCsv(text: string): { place: Place; rows: SunRow[] } | null {
  const lines = text.split(/\r?\n/)
  const numberAfter = (label: string) =>
    Number(lines.find((line) => line.startsWith(label))?.split(':')[1] ?? Number.NaN)
  const place = { latitude: numberAfter('Latitude'), longitude: numberAfter('Longitude') }
  const head = lines.findIndex((line) => line.startsWith('time,'))
  const column = lines[head]?.split(',').indexOf('H_sun') ?? -1
  if (column < 0 || Number.isNaN(place.latitude)) return null
  const rows = lines.slice(head + 1).filter((line) => /^\d{8}:\d{4},/.test(line))
  return {
    place,
    rows: rows.map((row) => ({ time: row.split(',')[0]!, elevation: Number(row.split(',')[column]) })),
  }
}

interface PvgisAnswer {
  inputs: { location: Place }
  outputs: { hourly?: { time: string; H_sun?: number }[] }
}

function readJson(text: string): { place: Place; rows: SunRow[] } | null {
  const { inputs, outputs } = JSON.parse(text) as Partial<PvgisAnswer>
  if (!inputs?.location || !Array.isArray(outputs?.hourly) || outputs.hourly[0]?.H_sun === undefined)
    return null
  return {
    place: inputs.location,
    rows: outputs.hourly.map(({ time, H_sun }) => ({ time, elevation: H_sun! })),
  }
}

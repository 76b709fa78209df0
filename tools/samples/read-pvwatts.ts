import { readSample } from './sample-files.ts'

/** An hourly year that NREL's PVWatts exports. Powers in W, irradiances in W/m², temperatures in °C. */
export interface PvwattsYear {
  place: { latitude: number; longitude: number }
  sizeW: number
  moduleType: string
  arrayType: string
  tilt: number
  azimuth: number
  /** Shares. */
  losses: number
  inverterEfficiency: number
  sizeRatio: number
  /** Exports since version 8 have the albedo of each hour; they use another module model. */
  hasAlbedo: boolean
  month: Float64Array
  hour: Float64Array
  beamWm2: Float64Array
  diffuseWm2: Float64Array
  airC: Float64Array
  windMs: Float64Array
  planeWm2: Float64Array
  cellC: Float64Array
  dcW: Float64Array
  acW: Float64Array
  /** The file's own sums, Wh, if it has them. */
  totals: { dcWh: number; acWh: number } | null
}

const columnNames = {
  month: 'month',
  hour: 'hour',
  beamWm2: 'beam irradiance',
  diffuseWm2: 'diffuse irradiance',
  airC: 'ambient temperature',
  windMs: 'wind speed',
  planeWm2: 'plane of array irradiance',
  cellC: 'cell temperature',
  dcW: 'dc array output',
  acW: 'ac system output',
} as const

/** Reads an export, packed (`.gz`) or not. Throws if something essential is missing. */
export function readPvwatts(path: string): PvwattsYear {
  return parsePvwatts(readSample(path).toString('utf8'))
}

export function parsePvwatts(text: string): PvwattsYear {
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map(splitCells)
  const headAt = rows.findIndex(([first]) => first?.toLowerCase() === 'month')
  if (headAt < 0) throw new Error('no row of columns that begins with Month')
  const columns = rows[headAt]!.map((name) => name.toLowerCase())
  const hours = rows.slice(headAt + 1).filter(([month]) => /^\d+$/.test(month ?? ''))
  const placeOf = (key: keyof typeof columnNames) => {
    const found = columns.findIndex((name) => name.startsWith(columnNames[key]))
    if (found < 0) throw new Error(`no column ${columnNames[key]}`)
    return found
  }
  const column = (key: keyof typeof columnNames) => {
    const at = placeOf(key)
    return Float64Array.from(hours, (cells, line) =>
      numberIn(cells[at], `${columnNames[key]}, row ${line + 1}`),
    )
  }
  const totals = rows.slice(headAt + 1).find(([first]) => first?.toLowerCase().startsWith('total'))
  return {
    ...readHead(rows.slice(0, headAt)),
    hasAlbedo: columns.some((name) => name.startsWith('albedo')),
    month: column('month'),
    hour: column('hour'),
    beamWm2: column('beamWm2'),
    diffuseWm2: column('diffuseWm2'),
    airC: column('airC'),
    windMs: column('windMs'),
    planeWm2: column('planeWm2'),
    cellC: column('cellC'),
    dcW: column('dcW'),
    acW: column('acW'),
    totals: totals
      ? {
          dcWh: numberIn(totals[placeOf('dcW')], 'total of DC'),
          acWh: numberIn(totals[placeOf('acW')], 'total of AC'),
        }
      : null,
  }
}

function readHead(head: string[][]) {
  const find = (pattern: RegExp) => head.find(([label]) => pattern.test(label ?? ''))
  const value = (what: string, pattern: RegExp) => numberIn(find(pattern)?.[1], what)
  const longitude = find(/^long/i)
  // Western longitudes occur with and without a sign.
  const isWest = /deg(rees)? w/i.test(longitude?.[0] ?? '')
  const told = numberIn(longitude?.[1], 'longitude')
  return {
    place: {
      latitude: value('latitude', /^lat/i),
      longitude: isWest ? -Math.abs(told) : told,
    },
    sizeW: value('DC system size', /^dc system size/i) * 1000,
    moduleType: find(/^module type/i)?.[1] ?? '',
    arrayType: find(/^array type/i)?.[1] ?? '',
    tilt: value('array tilt', /^array tilt/i),
    azimuth: value('array azimuth', /^array azimuth/i),
    losses: value('system losses', /^system losses/i) / 100,
    // The exports write "Invert Efficiency".
    inverterEfficiency: value('inverter efficiency', /^invert(er)? efficiency/i) / 100,
    sizeRatio: value('DC to AC size ratio', /^dc to ac size ratio/i),
  }
}

function numberIn(cell: string | undefined, what: string): number {
  const found = Number.parseFloat(cell ?? '')
  if (Number.isNaN(found)) throw new Error(`no number for ${what}`)
  return found
}

/** Cells of a line; quoted ones may contain commas. */
function splitCells(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    (quoted ?? plain ?? '').trim(),
  )
}

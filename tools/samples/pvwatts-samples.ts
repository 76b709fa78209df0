import { join } from 'node:path'
import { estimateSolarYield, type SolarYield } from '@ohmstead/optimizer/solar/estimate-solar-yield'
import { inverterPower } from '@ohmstead/optimizer/solar/pvwatts-power'
import { sunPosition } from '@ohmstead/optimizer/solar/sun-position'
import { type PvwattsYear, readPvwatts } from './read-pvwatts.ts'
import { listSamples, readSample } from './sample-files.ts'

/** Tolerance of a year, as a share. */
const tolerance = 0.001
/** Tolerance of an hour's alternating current against the curve over its direct current, W. */
const hourToleranceW = 1.5
const hoursOfYear = 8760
const hourMs = 3_600_000
/** The exports have no year: the weather consists of typical months of many years. */
const someYear = 2019
/** Change of power per °C, by module. Premium modules have coated glass, which the chain */
const temperatureCoefficients: Record<string, number> = { standard: -0.0047, 'thin film': -0.002 }

/**
 * Compares the solar chain with every hourly year of NREL's PVWatts in `directory`/solar (by name or title):
 * alternating from direct current hour by hour, and light, direct and alternating current of the year from the weather.
 */
export function checkPvwattsSamples(directory: string): {
  files: number
  problems: string[]
  notes: string[]
} {
  const folder = join(directory, 'solar')
  const names = listSamples(folder, /\.csv$/i).filter(
    (name) =>
      /pv.?watts/i.test(name) || /pvwatts/i.test(readSample(join(folder, name)).toString('utf8', 0, 200)),
  )
  const found = names.map((name) => {
    try {
      const { problems, notes } = comparePvwatts(readPvwatts(join(folder, name)))
      return { problems: problems.map(addName(name)), notes: notes.map(addName(name)) }
    } catch (error) {
      return { problems: [`${name}: ${(error as Error).message}`], notes: [] }
    }
  })
  return {
    files: names.length,
    problems: found.flatMap(({ problems }) => problems),
    notes: found.flatMap(({ notes }) => notes),
  }
}

function comparePvwatts(year: PvwattsYear): { problems: string[]; notes: string[] } {
  const problems = [...checkRows(year), ...checkInverter(year)]
  const unmodelled = nameUnmodelled(year)
  if (unmodelled)
    return { problems, notes: [`the chain does not model ${unmodelled}: AC from DC alone is held`] }
  const found = estimate(year)
  const sums = [
    ['light on the plane', found.planeWm2, year.planeWm2],
    ['direct current', found.dcW, year.dcW],
    ['alternating current', found.acW, year.acW],
  ] as const
  const notes: string[] = []
  for (const [what, ours, told] of sums) {
    const [kilo, wanted] = [sum(ours) / 1000, sum(told) / 1000]
    const line = `${what} of the year is ${kilo.toFixed(1)}, told is ${wanted.toFixed(1)} (${((kilo / wanted - 1) * 100).toFixed(3)} %)`
    if (Math.abs(kilo / wanted - 1) <= tolerance) notes.push(line)
    else problems.push(line)
  }
  return { problems, notes }
}

const addName = (name: string) => (line: string) => `${name}: ${line}`

function checkRows({ hour, dcW, acW, totals }: PvwattsYear): string[] {
  const problems: string[] = []
  if (hour.length !== hoursOfYear) problems.push(`${hour.length} hours, not ${hoursOfYear}`)
  const misplaced = hour.findIndex((one, at) => one !== at % 24)
  if (misplaced >= 0) problems.push(`row ${misplaced + 1} is no hour ${misplaced % 24}`)
  if (totals && Math.abs(sum(dcW) - totals.dcWh) > 10) problems.push('the DC does not add up to its total')
  if (totals && Math.abs(sum(acW) - totals.acWh) > 10) problems.push('the AC does not add up to its total')
  return problems
}

function limitOf({ sizeW, sizeRatio, inverterEfficiency }: PvwattsYear): number {
  return sizeW / sizeRatio / inverterEfficiency
}

function checkInverter(year: PvwattsYear): string[] {
  const worst = { differs: 0, hour: 0 }
  year.dcW.forEach((dc, hour) => {
    const differs = Math.abs(inverterPower(dc, limitOf(year), year.inverterEfficiency) - year.acW[hour]!)
    if (differs > worst.differs) Object.assign(worst, { differs, hour })
  })
  if (worst.differs <= hourToleranceW) return []
  return [`the AC of hour ${worst.hour} is ${worst.differs.toFixed(2)} W off the curve over its DC`]
}

function nameUnmodelled({ moduleType, arrayType, hasAlbedo }: PvwattsYear): string | null {
  if (!/^fixed/i.test(arrayType)) return `an array that follows the sun (${arrayType})`
  if (hasAlbedo) return 'the modules of PVWatts 8'
  return moduleType.toLowerCase() in temperatureCoefficients
    ? null
    : `the coated glass of ${moduleType} modules`
}

/** The year by our chain. The file has no time zone: of those near its longitude, the best match of its light. */
function estimate(year: PvwattsYear): SolarYield {
  const zone = Math.round(year.place.longitude / 15)
  const tried = [zone, zone - 1, zone + 1].map((hoursEast) => {
    const found = estimateInZone(year, hoursEast)
    return { found, differs: sum(found.planeWm2.map((one, hour) => Math.abs(one - year.planeWm2[hour]!))) }
  })
  return tried.reduce((best, one) => (one.differs < best.differs ? one : best)).found
}

function estimateInZone(year: PvwattsYear, hoursEast: number): SolarYield {
  const { place, beamWm2, diffuseWm2, airC, windMs } = year
  const firstStartMs = Date.UTC(someYear, 0, 1) - hoursEast * hourMs
  const globalWm2 = diffuseWm2.map((diffuse, hour) => {
    const { apparentElevation } = sunPosition(firstStartMs + (hour + 0.5) * hourMs, place)
    return diffuse + beamWm2[hour]! * Math.max(Math.sin((apparentElevation * Math.PI) / 180), 0)
  })
  return estimateSolarYield(
    { firstStartMs, stepHours: 1, sunAt: 'lit', globalWm2, directWm2: beamWm2, diffuseWm2, airC, windMs },
    place,
    {
      plane: { tilt: year.tilt, azimuth: year.azimuth },
      peakW: year.sizeW,
      inverterLimitW: limitOf(year),
      inverterEfficiency: year.inverterEfficiency,
      temperatureCoefficient: temperatureCoefficients[year.moduleType.toLowerCase()]!,
      losses: year.losses,
      albedo: 0.2,
      mounting: /roof/i.test(year.arrayType) ? 'closeToRoof' : 'openRack',
      temperatureModel: 'fuentes',
    },
  )
}

function sum(values: Float64Array): number {
  return values.reduce((total, one) => total + one, 0)
}

import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { MetricName } from '@ohmstead/domain/telemetry/metrics'
import { findUnitInName, readUnit } from './source-units.ts'
import {
  findCategories,
  findDirections,
  findLoad,
  findQuantities,
  findStem,
  joinPairs,
  namesForeign,
  namesSpan,
  splitWords,
} from './source-words.ts'
import { findSunSpecMetric } from './sunspec-points.ts'

/** A value of a device with everything that says what it is. */
export interface NamedSource {
  source: string
  /** What a person called it, beside its address. */
  name: string | null
  unit: string | null
  /** Home Assistant's: energy, power, battery …; and total_increasing, measurement … */
  deviceClass?: string | null
  stateClass?: string | null
}

export interface SourceGuess {
  category: DeviceCategory
  metric: MetricName
  factor: number
  /** What the value belongs to: names with the same one are of one device. */
  stem: string
  /** Only one direction of a power, which another source may complete. */
  half: 'positive' | 'negative' | null
  /** Says something only beside other values of such a device. */
  isWeak: boolean
  /** Of a load: what it is called. */
  load: string | null
}

type Phase = 1 | 2 | 3 | null

interface Reading {
  words: readonly string[]
  category: DeviceCategory
  factor: number
  phase: Phase
  deviceClass: string | null
  stateClass: string | null
}

type Meaning = Pick<SourceGuess, 'metric' | 'factor'> & Partial<Pick<SourceGuess, 'half' | 'isWeak'>>

/** What a source most likely is; null where its name and unit do not tell. `group` is what SunSpec points beside it say. */
export function guessSource(named: NamedSource, group: DeviceCategory | null): SourceGuess | null {
  const { source, name, unit, deviceClass = null, stateClass = null } = named
  const point = source.split(/[/:.]/).at(-1)!
  const sunSpec = group === null ? null : findSunSpecMetric(point, group)
  if (group !== null && sunSpec !== null)
    return {
      ...{ category: group, metric: sunSpec, factor: 1, half: null, isWeak: false, load: null },
      stem: source.slice(0, -point.length),
    }
  const words = joinPairs(splitWords(name === null ? source : `${source} ${name}`))
  if (namesForeign(words) || namesSpan(words)) return null
  const measured = findMeasured(words, unit)
  const category = findCategory(words) ?? group
  if (!measured || category === 'unclear') return null
  const load = category === null ? findLoad(words) : null
  if (category === null && load === null) return null
  const phase = findPhase(words)
  if (phase === 'several') return null
  const reading: Reading = {
    ...{ words, phase, deviceClass, stateClass, factor: measured.factor },
    category: category ?? 'OTHER',
  }
  const meaning = readers[measured.quantity]?.(reading)
  if (!meaning) return null
  const stem = findStem(words)
  return { category: reading.category, stem, load, half: null, isWeak: false, ...meaning }
}

function findMeasured(words: readonly string[], unit: string | null) {
  const given = unit ?? findUnitInName(words)
  if (given !== null && given.trim() !== '') {
    const known = readUnit(given)
    return known ? { quantity: known.measured, factor: known.factor } : null
  }
  const quantities = findQuantities(words)
  const quantity = (['soc', 'soh', 'voltage', 'frequency', 'power', 'current'] as const).find((one) =>
    quantities.includes(one),
  )
  // An energy without a unit may be off by a thousand.
  if (!quantity || quantities.includes('energy')) return null
  return { quantity: quantity === 'soc' || quantity === 'soh' ? ('percent' as const) : quantity, factor: 1 }
}

function findCategory(words: readonly string[]): DeviceCategory | 'unclear' | null {
  const found = new Set<DeviceCategory>(findCategories(words))
  const meetsGrid = found.delete('GRID')
  // A charger and a heat pump have batteries, suns and meters in the names of their values.
  for (const category of ['EV_CHARGER', 'HVAC', 'BATTERY'] as const)
    if (found.has(category)) return meetsGrid && !words.includes('meter') ? 'unclear' : category
  if (meetsGrid) return 'GRID'
  return found.has('SOLAR_POWER_PLANT') ? 'SOLAR_POWER_PLANT' : null
}

function findPhase(words: readonly string[]): Phase | 'several' {
  const phases = new Set<number>()
  for (const [index, word] of words.entries()) {
    const numbered = /^(?:l|phase)([1-3])$/.exec(word)?.[1]
    if (numbered !== undefined) phases.add(Number(numbered))
    else if (/^(phase|phasen|faza|faze|fase|faz|ph|l|v|i|u)$/.test(word)) {
      const next = words[index + 1] ?? ''
      if (/^[1-3]$/.test(next)) phases.add(Number(next))
      else if (/^[abc]$/.test(next)) phases.add('abc'.indexOf(next) + 1)
    } else if (/^[abc]$/.test(word) && index > 0) phases.add('abc'.indexOf(word) + 1)
  }
  if (phases.size > 1) return 'several'
  return ([...phases][0] as Phase | undefined) ?? null
}

const isDirect = (words: readonly string[]) =>
  words.some((word) => /^(dc|mppt\d*|string\d*|panel\w*)$/.test(word))

const readers: Partial<Record<string, (reading: Reading) => Meaning | null>> = {
  power: readPower,
  energy: readEnergy,
  percent: readPercent,
  voltage: (reading) => readPhaseValue('voltage', reading),
  current: (reading) => readPhaseValue('current', reading),
  frequency: ({ factor }) => ({ metric: 'frequency', factor }),
  reactive_power: ({ factor, phase }) => (phase === null ? { metric: 'reactive_power', factor } : null),
  temperature: ({ category, factor }) => (category === 'BATTERY' ? { metric: 'temperature', factor } : null),
}

function readPower({ words, category, factor, phase }: Reading): Meaning | null {
  if (category === 'SOLAR_POWER_PLANT' && words.some((word) => /^(mppt|string|panel)/.test(word))) return null
  const metric = phase === null ? 'power' : (`power_l${phase}` as const)
  const directions = findDirections(words)
  const [positive, negative] =
    category === 'GRID' ? ['import', 'export'] : category === 'BATTERY' ? ['discharge', 'charge'] : []
  const isPositive = directions.some((direction) => direction === positive)
  const isNegative = directions.some((direction) => direction === negative)
  if (isPositive && isNegative) return { metric, factor }
  if (isPositive) return { metric, factor, half: 'positive' }
  return isNegative ? { metric, factor: -factor, half: 'negative' } : { metric, factor }
}

function readEnergy({ words, category, factor, phase, stateClass }: Reading): Meaning | null {
  if (phase !== null) return null
  const directions = new Set(findDirections(words))
  const isSession = words.includes('session')
  if (category === 'EV_CHARGER' && isSession) return { metric: 'session_energy', factor }
  if (category === 'BATTERY' && findQuantities(words).includes('capacity'))
    return { metric: 'capacity', factor }
  // A register only grows; what Home Assistant calls a measurement goes up and down.
  if (stateClass === 'measurement' || isSession) return null
  if (category === 'BATTERY') {
    if (directions.has('charge') === directions.has('discharge')) return null
    return { metric: directions.has('charge') ? 'energy_charge' : 'energy_discharge', factor }
  }
  if (category === 'GRID') {
    if (directions.has('import') && directions.has('export')) return null
    const side = directions.has('export') ? ('energy_export' as const) : ('energy_import' as const)
    const tariff = words.includes('t1') ? '_t1' : words.includes('t2') ? '_t2' : ''
    return { metric: `${side}${tariff}`, factor }
  }
  if (directions.has('export')) return null
  if (category === 'SOLAR_POWER_PLANT')
    return directions.has('import') ? null : { metric: 'energy_production', factor }
  return { metric: 'energy_consumption', factor }
}

function readPercent({ words, category }: Reading): Meaning | null {
  if (category !== 'BATTERY' && category !== 'EV_CHARGER') return null
  const quantities = findQuantities(words)
  if (quantities.includes('soh')) return category === 'BATTERY' ? { metric: 'soh', factor: 1 } : null
  const isClear = words.includes('soc') || words.includes('ladezustand')
  const isLevel = isClear || quantities.includes('soc') || findDirections(words).length > 0
  const isBare = words.at(-1) !== undefined && findCategories([words.at(-1)!]).includes('BATTERY')
  if (!isLevel && !isBare) return null
  return { metric: 'soc', factor: 1, isWeak: !isClear && category === 'BATTERY' }
}

function readPhaseValue(
  quantity: 'voltage' | 'current',
  { words, category, factor, phase }: Reading,
): Meaning | null {
  if (category === 'BATTERY' || isDirect(words)) return null
  if (phase === null && category === 'SOLAR_POWER_PLANT') return null
  return { metric: `${quantity}_l${phase ?? 1}`, factor }
}

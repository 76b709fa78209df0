import { scale } from '../read-value.ts'
import type { Payload } from './ocpp-frame.ts'
import { findInteger, findObject, findText, readList, readMeasured } from './read-payload.ts'

/** What an instant of a meter tells, in canonical units by metric; the register of energy apart, since it is checked. */
export interface Measured {
  values: Record<string, number>
  registerWh: number | null
}

interface Sampled {
  measurand: string
  value: number
  phase: string | null
  location: string | null
}

/** Units of the protocol to ours; others are not read. Without one, the default of the protocol. */
const factors: Record<string, number> = {
  ...{ W: 1, kW: 1000, Wh: 1, kWh: 1000, A: 1, V: 1, Percent: 1, '%': 1 },
  ...{ var: 1, kvar: 1000, Hertz: 1, Hz: 1 },
}

/** The values of one `meterValue` of either version. */
export function readMeterValue(meterValue: Payload): Measured {
  const sampled = readList(meterValue, 'sampledValue', 200).flatMap((item) => readSampled(item) ?? [])
  const values: Record<string, number> = {}
  const set = (metric: string, value: number | null) => {
    if (value !== null) values[metric] = value
  }
  const bought = findTotal(sampled, 'Power.Active.Import')
  const sold = findTotal(sampled, 'Power.Active.Export')
  set('power', bought === null && sold === null ? null : scale((bought ?? 0) - (sold ?? 0), 1))
  set('soc', findTotal(sampled, 'SoC'))
  set('current_limit', findTotal(sampled, 'Current.Offered'))
  set('frequency', findTotal(sampled, 'Frequency'))
  set('power_factor', findTotal(sampled, 'Power.Factor'))
  set('reactive_power', findTotal(sampled, 'Power.Reactive.Import'))
  for (const phase of [1, 2, 3]) {
    set(`power_l${phase}`, findPhase(sampled, 'Power.Active.Import', phase))
    set(`current_l${phase}`, findPhase(sampled, 'Current.Import', phase))
    set(`voltage_l${phase}`, findPhase(sampled, 'Voltage', phase))
  }
  // A charger of one phase often does not say which.
  for (const [measurand, metric] of [
    ['Current.Import', 'current_l1'],
    ['Voltage', 'voltage_l1'],
  ] as const) {
    const plain = pick(sampled, (item) => item.measurand === measurand && item.phase === null)
    if (plain !== null && values[metric] === undefined) set(metric, plain)
  }
  return { values, registerWh: findTotal(sampled, 'Energy.Active.Import.Register') }
}

function readSampled(item: Payload): Sampled | null {
  const text = (name: string) => findText(item, name, 50)
  // A signed value is for calibration law, not a number.
  if (text('format') === 'SignedData') return null
  const measurand = text('measurand') ?? 'Energy.Active.Import.Register'
  const given = findObject(item, 'unitOfMeasure')
  const unit = text('unit') ?? (given && findText(given, 'unit', 20))
  const factor = unit === null ? 1 : Object.hasOwn(factors, unit) ? factors[unit]! : null
  const multiplier = (given && findInteger(given, 'multiplier')) ?? 0
  const value = readMeasured(item, 'value')
  if (factor === null || value === null || Math.abs(multiplier) > 9) return null
  const scaled = scale(value, factor * 10 ** multiplier)
  return scaled === null
    ? null
    : { measurand, value: scaled, phase: text('phase'), location: text('location') }
}

/** The outlet is where the car is; the inlet feeds the station. */
function pick(sampled: readonly Sampled[], fits: (item: Sampled) => boolean): number | null {
  const found = sampled.filter(fits)
  const at = (place: string | null) => found.find(({ location }) => location === place)
  const best = at(null) ?? at('Outlet') ?? at('EV') ?? at('Inlet')
  return best?.value ?? null
}

const findPhase = (sampled: readonly Sampled[], measurand: string, phase: number) =>
  pick(
    sampled,
    (item) => item.measurand === measurand && (item.phase === `L${phase}` || item.phase === `L${phase}-N`),
  )

/** The value of all phases: told as such, or the sum of what is told of each. */
function findTotal(sampled: readonly Sampled[], measurand: string): number | null {
  const total = pick(sampled, (item) => item.measurand === measurand && item.phase === null)
  if (total !== null || !/^(Power\.Active|Energy)/.test(measurand)) return total
  const phases = [1, 2, 3].map((phase) => findPhase(sampled, measurand, phase)).filter((one) => one !== null)
  return phases.length > 0
    ? scale(
        phases.reduce((sum, one) => sum + one, 0),
        1,
      )
    : null
}

import type { MetricName } from './metrics.ts'
import { type ObisLine, parseQuantity } from './p1-lines.ts'

/** Factors to W, Wh, var, V, A and Hz; meters use both upper and lower case. */
const factors: Record<string, number> = {
  w: 1,
  kw: 1e3,
  mw: 1e6,
  wh: 1,
  kwh: 1e3,
  mwh: 1e6,
  var: 1,
  kvar: 1e3,
  varh: 1,
  kvarh: 1e3,
  v: 1,
  a: 1,
  hz: 1,
  '': 1,
}
const phases = [1, 2, 3] as const

/**
 * The canonical metrics of the grid device in the lines of a telegram: power = 1.7.0 − 2.7.0 (import positive), energy
 * totals from 1.8.0 and 2.8.0 or the sum of their tariffs. Which tariff number is the cheap one differs by country and
 * is not decided here. Currents, which meters print without a sign, take the sign of their phase's power.
 */
export function readGridValues(lines: readonly ObisLine[]): Partial<Record<MetricName, number>> {
  const read = (code: string): number | null => {
    const line = lines.find((candidate) => candidate.code === code && /^1-/.test(candidate.channel))
    const quantity = parseQuantity(line?.groups.at(-1))
    const factor = quantity ? factors[quantity.unit.toLowerCase()] : undefined
    // Registers have steps of at least 0.0001 Wh: rounding there removes the binary error of the factor.
    return quantity && factor !== undefined ? Math.round(quantity.value * factor * 1e4) / 1e4 : null
  }
  const net = (inward: string, outward: string): number | null => {
    const [plus, minus] = [read(inward), read(outward)]
    return plus === null && minus === null ? null : round((plus ?? 0) - (minus ?? 0))
  }
  const total = (register: number): number | null => {
    const tariffs = [1, 2, 3, 4]
      .map((tariff) => read(`${register}.8.${tariff}`))
      .filter((value) => value !== null)
    return (
      read(`${register}.8.0`) ??
      (tariffs.length > 0 ? round(tariffs.reduce((sum, value) => sum + value)) : null)
    )
  }
  const found: Partial<Record<MetricName, number | null>> = {
    power: net('1.7.0', '2.7.0') ?? read('16.7.0'),
    energy_import: total(1),
    energy_export: total(2),
    energy_import_t1: read('1.8.1'),
    energy_import_t2: read('1.8.2'),
    energy_export_t1: read('2.8.1'),
    energy_export_t2: read('2.8.2'),
    power_avg_15m: read('1.4.0'),
    power_peak_month: read('1.6.0'),
    reactive_power: net('3.7.0', '4.7.0'),
    frequency: read('14.7.0'),
    power_factor: readPowerFactor(read('13.7.0')),
    tariff: readTariff(lines),
  }
  for (const phase of phases) {
    const base = phase * 20
    const power = net(`${base + 1}.7.0`, `${base + 2}.7.0`)
    const current = read(`${base + 11}.7.0`)
    found[`power_l${phase}`] = power
    found[`voltage_l${phase}`] = read(`${base + 12}.7.0`)
    found[`current_l${phase}`] = current && power !== null && power < 0 ? -current : current
  }
  const values: Partial<Record<MetricName, number>> = {}
  for (const [metric, value] of Object.entries(found))
    if (value !== null) values[metric as MetricName] = value
  return values
}

function readTariff(lines: readonly ObisLine[]): number | null {
  const text = lines.find(({ code }) => code === '96.14.0')?.groups[0]
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : null
}

/** Some meters print four-digit constants here that are not power factors. */
const readPowerFactor = (value: number | null) => (value !== null && Math.abs(value) <= 1 ? value : null)

const round = (value: number) => Math.round(value * 1e4) / 1e4

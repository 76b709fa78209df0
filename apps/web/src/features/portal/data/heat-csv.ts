import type { DayQuality } from './summarise-readings.ts'

const hoursPerDay = 24

/** One row per day, one column per hour, mean kW; empty is unknown. The format of every download here. */
export function formatHeatCsv(days: readonly Pick<DayQuality, 'day'>[], powersW: Float32Array): string {
  const header = ['day', ...Array.from({ length: hoursPerDay }, (_, hour) => `${hour}–${hour + 1} [kW]`)]
  const lines = days.map(({ day }, at) => {
    const powers = Array.from(powersW.subarray(at * hoursPerDay, (at + 1) * hoursPerDay), (power) =>
      Number.isNaN(power) ? '' : String(Math.round(power * 1000) / 1_000_000),
    )
    return [day, ...powers].join(',')
  })
  return `\uFEFF${[header.join(','), ...lines].join('\r\n')}\r\n`
}

/** Mean power of each hour by month: the readable alternative to the picture. */
export function averageByMonth(
  days: readonly Pick<DayQuality, 'day'>[],
  powersW: Float32Array,
): { month: string; meanW: (number | null)[] }[] {
  const sums = new Map<string, { sum: Float64Array; count: Uint16Array }>()
  days.forEach(({ day }, at) => {
    const month = day.slice(0, 7)
    const found = sums.get(month) ?? {
      sum: new Float64Array(hoursPerDay),
      count: new Uint16Array(hoursPerDay),
    }
    sums.set(month, found)
    for (let hour = 0; hour < hoursPerDay; hour++) {
      const power = powersW[at * hoursPerDay + hour]!
      if (Number.isNaN(power)) continue
      found.sum[hour]! += power
      found.count[hour]! += 1
    }
  })
  return [...sums].map(([month, { sum, count }]) => ({
    month,
    meanW: Array.from(sum, (total, hour) => (count[hour] === 0 ? null : total / count[hour]!)),
  }))
}

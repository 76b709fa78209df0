import { publicHoliday } from '@ohmstead/domain/pricing/time-plan'
import { formatMinute } from '@ohmstead/domain/time/format-minute'
import { useMemo } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'

export const hoursText = (fromMinute: number, toMinute: number) =>
  `${formatMinute(fromMinute)}–${formatMinute(toMinute)}`

/** 5 January 2026 was a Monday. */
const mondayMs = Date.UTC(2026, 0, 5)
const dayMs = 86_400_000

/** The name of a row of slots: a weekday, or public holidays. */
export function useRowNames(): (row: number, length?: 'long' | 'short') => string {
  const t = useT()
  const format = useFormat()
  return useMemo(
    () =>
      (row, length = 'long') =>
        row === publicHoliday
          ? t(length === 'long' ? 'time_of_use.row.holiday' : 'time_of_use.row.holiday_short')
          : format.weekday(mondayMs + (row - 1) * dayMs, 'UTC', length),
    [t, format],
  )
}

/** "Monday–Friday, Public holiday": weekdays that follow one another are a range. */
export function joinRows(rows: readonly number[], nameOf: (row: number) => string): string {
  const runs: number[][] = []
  for (const row of rows) {
    const last = runs.at(-1)
    if (last && last.at(-1) === row - 1 && row !== publicHoliday) last.push(row)
    else runs.push([row])
  }
  return runs
    .flatMap((run) =>
      run.length > 2 ? [`${nameOf(run[0]!)}–${nameOf(run.at(-1)!)}`] : run.map((row) => nameOf(row)),
    )
    .join(', ')
}

/** Black or white, whichever is easier to read on a colour. */
export function inkOn(color: string): '#000000' | '#ffffff' {
  const [red, green, blue] = [1, 3, 5].map((place) => {
    const share = Number.parseInt(color.slice(place, place + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff'
}

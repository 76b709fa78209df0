import { useLingui } from '@lingui/react'
import type { TimePlanBlock } from '@ohmstead/domain/pricing/time-plan'
import { formatMinute } from '@ohmstead/domain/time/format-minute'
import type { PreviewDay } from '@ohmstead/pricing/time-plan/preview-year'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { formatTag } from '../../shared/i18n/locale.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useTheme } from '../../shared/theme-choice.ts'
import { useWidth } from '../../shared/use-width.ts'
import { drawYear, findInYear, frameOf, layOutYear } from './draw-year.ts'
import { useRowNames } from './plan-text.ts'
import styles from './year-picture.module.css'

/** The picture of a year; what holds below the pointer or at the arrow keys' place is told beneath it. */
export function YearPicture({
  year,
  days,
  blocks,
}: {
  year: number
  days: readonly PreviewDay[]
  blocks: readonly TimePlanBlock[]
}) {
  const t = useT()
  const { i18n } = useLingui()
  const tell = useTell(blocks)
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const width = useWidth(box)
  const theme = useTheme()
  const layout = layOutYear(width)
  const [place, setPlace] = useState({ day: 0, quarter: 0 })
  const [isLooked, setLooked] = useState(false)
  const day = days[Math.min(place.day, days.length - 1)]!
  const quarter = Math.min(place.quarter, day.blocks.length - 1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides the colours that are read from the element
  useLayoutEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context || width === 0) return
    const scale = window.devicePixelRatio || 1
    const { height } = layOutYear(width)
    element.width = Math.round(width * scale)
    element.height = Math.round(height * scale)
    context.setTransform(scale, 0, 0, scale, 0, 0)
    const style = getComputedStyle(element)
    const token = (name: string) => style.getPropertyValue(name).trim()
    const months = new Intl.DateTimeFormat(formatTag(i18n.locale), { month: 'long', timeZone: 'UTC' })
    const colors = new Map(blocks.map(({ id, color }) => [id, color]))
    drawYear(context, layOutYear(width), days, {
      colorOf: (blockId) => colors.get(blockId) ?? null,
      monthName: (month) => months.format(Date.UTC(2026, month, 1)),
      text: token('--text-soft'),
      line: token('--line-strong'),
      holiday: token('--accent'),
      change: token('--warning'),
      font: `${token('--text-s')} ${style.fontFamily}`,
    })
  }, [width, days, blocks, i18n.locale, theme])

  const look = (event: PointerEvent) => {
    const { left, top } = canvas.current!.getBoundingClientRect()
    const found = findInYear(layout, days, event.clientX - left, event.clientY - top)
    setLooked(found !== null)
    if (found) setPlace(found)
  }
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, readonly [days: number, quarters: number]> = {
      ArrowRight: [1, 0],
      ArrowLeft: [-1, 0],
      ArrowDown: [0, 1],
      ArrowUp: [0, -1],
      PageDown: [30, 0],
      PageUp: [-30, 0],
      Home: [-366, 0],
      End: [366, 0],
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    setLooked(true)
    setPlace({
      day: clamp(place.day + step[0], days.length),
      quarter: clamp(quarter + step[1], day.blocks.length),
    })
  }
  const frame = frameOf(layout, day, quarter)
  const told = tell(day, quarter)
  return (
    <div className={styles.picture}>
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={t('time_of_use.year.picture', { year: String(year) })}
        aria-valuemin={0}
        aria-valuemax={days.length - 1}
        aria-valuenow={place.day}
        aria-valuetext={told}
        className={styles.box}
        style={{ height: layout.height }}
        onPointerMove={look}
        onPointerDown={look}
        onPointerLeave={() => setLooked(false)}
        onFocus={() => setLooked(true)}
        onBlur={() => setLooked(false)}
        onKeyDown={press}
      >
        <canvas ref={canvas} className={styles.canvas} />
        {isLooked && <div className={styles.frame} style={frame} />}
      </div>
      <p className={styles.told}>{told}</p>
    </div>
  )
}

/** "Sunday, 25 October 2026 · 02:00–02:15 · Base · Winter · the clock changes". */
function useTell(blocks: readonly TimePlanBlock[]): (day: PreviewDay, quarter: number) => string {
  const t = useT()
  const rowName = useRowNames()
  const formatDay = useFormatDay()
  return (day, quarter) => {
    const minute = day.minutes[quarter]!
    const weekday = ((new Date(`${day.day}T00:00Z`).getUTCDay() + 6) % 7) + 1
    const block = blocks.find(({ id }) => id === day.blocks[quarter])
    return [
      `${rowName(weekday)}, ${formatDay(day.day)}`,
      `${formatMinute(minute)}–${formatMinute(minute + 15)}`,
      block?.title ?? t('time_of_use.week.nothing'),
      ...(day.season ? [day.season.title] : []),
      ...(day.isHoliday ? [t('time_of_use.row.holiday')] : []),
      ...(day.blocks.length === 96 ? [] : [t('time_of_use.year.clock_change')]),
    ].join(' · ')
  }
}

const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))

import { useLingui } from '@lingui/react'
import type { SpotHeatMapView } from '@ohmstead/contract/spot-market'
import { dayAfter } from '@ohmstead/domain/time/days'
import { type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ChartFrame } from '../../shared/charts/chart-frame.tsx'
import { getDateFormat } from '../../shared/charts/date-format.ts'
import { formatTag } from '../../shared/i18n/locale.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { drawYearMap, moveYearCursor } from './draw-year-map.ts'
import { findPriceScale, priceGradient } from './price-colours.ts'
import type { SpotText } from './spot-price-text.ts'
import styles from './year-map.module.css'

const hourMarks = [0, 6, 12, 18]
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** A year of prices: a column for each day, a row for each hour; each hour is read by pointer and by keyboard. */
export function YearMap({ map, scale, text }: { map: SpotHeatMapView; scale: number; text: SpotText }) {
  const t = useT()
  const { i18n } = useLingui()
  const formatDay = useFormatDay()
  const canvas = useRef<HTMLCanvasElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState<number | null>(null)
  const colours = useMemo(() => findPriceScale(map.prices), [map])
  // Before the first paint, so that the map is in it.
  useLayoutEffect(() => {
    drawYearMap(canvas.current!, map, colours)
    // On a phone the newest days come first.
    const { scrollWidth, clientWidth } = scroller.current!
    const newest = (map.prices.findLastIndex((price) => price !== null) + 1) / map.prices.length
    scroller.current!.scrollLeft = newest * scrollWidth - clientWidth
  }, [map, colours])
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(map.year, month, 1))
  const monthName = getDateFormat(formatTag(i18n.locale), { month: 'short', timeZone: 'UTC' })
  const describe = (at: number) => {
    const price = map.prices[at] ?? null
    const hour = at % 24
    const time = `${formatDay(dayAfter(map.first_day, Math.floor(at / 24)))}, ${clock(hour)}–${clock(hour + 1)}`
    const value = price === null ? t('spot_market.heat.unknown') : text.price(price * scale)
    return t('charts.chart.readout', { time, values: value })
  }
  const point = (event: PointerEvent<HTMLElement>) => {
    const box = canvas.current!.getBoundingClientRect()
    const day = Math.floor(((event.clientX - box.left) / box.width) * map.days)
    const hour = Math.floor(((event.clientY - box.top) / box.height) * 24)
    const isInside = day >= 0 && day < map.days && hour >= 0 && hour < 24
    setCursor(isInside ? day * 24 + hour : null)
  }
  return (
    <div className={styles.map}>
      <div className={styles.hours} aria-hidden>
        {hourMarks.map((hour) => (
          <span key={hour}>{clock(hour)}</span>
        ))}
      </div>
      <div ref={scroller} className={styles.scroller}>
        <ChartFrame
          className={styles.frame}
          label={t('spot_market.heat.heading')}
          keys={t('spot_market.heat.keys')}
          readout={cursor === null ? null : describe(cursor)}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setCursor(null)}
          onBlur={() => setCursor(null)}
          onKeyDown={(event) => {
            const next = moveYearCursor(event.key, cursor ?? 0, map.days)
            if (next === null || event.ctrlKey || event.metaKey || event.altKey) return
            event.preventDefault()
            setCursor(next)
          }}
        >
          <canvas ref={canvas} className={styles.canvas} />
          {cursor !== null && (
            <span
              className={styles.cursor}
              style={{
                left: `${(Math.floor(cursor / 24) / map.days) * 100}%`,
                top: `${((cursor % 24) / 24) * 100}%`,
                width: `${100 / map.days}%`,
              }}
              aria-hidden
            />
          )}
        </ChartFrame>
        <div className={styles.months} aria-hidden>
          {months.map((ms) => (
            <span key={ms}>{monthName.format(ms)}</span>
          ))}
        </div>
      </div>
      <p className={styles.readout} aria-hidden>
        {cursor === null ? '\u00a0' : describe(cursor)}
      </p>
      <p className={styles.scale}>
        <span>
          {colours.hasLower && '≤ '}
          {text.price(colours.lowest * scale)}
        </span>
        <span className={styles.gradient} style={{ backgroundImage: priceGradient }} aria-hidden />
        <span>
          {colours.hasHigher && '≥ '}
          {text.price(colours.highest * scale)}
        </span>
      </p>
    </div>
  )
}

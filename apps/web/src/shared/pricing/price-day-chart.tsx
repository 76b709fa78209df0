import { type PointerEvent, useId, useState } from 'react'
import { useFormat } from '../i18n/use-format.ts'
import styles from './price-day-chart.module.css'
import { priceTicks } from './price-ticks.ts'

interface Props {
  /** What is drawn, for screen readers: the figures themselves stand in text beside it. */
  label: string
  timeZone: string
  fromMs: number
  /** By the quarter-hour; null is unknown. */
  prices: readonly (number | null)[]
  nowMs: number
  /** Stretches to mark, the cheapest ones. */
  marked: readonly { fromMs: number; toMs: number }[]
  /** "€/kWh" */
  unit: string
  /** The quarter-hour whose price is read out beside the drawing. */
  cursor?: {
    place: number
    label: string
    /** What holds in a quarter-hour, also in the one below the mouse. */
    textOf: (place: number) => string
    onMove: (place: number) => void
  }
}

const [width, height, room] = [960, 200, 3]
const quarterMs = 900_000

/** Prices of a day or two as steps: what is unknown stays empty, the cheapest hours and the present are marked. */
export function PriceDayChart({ label, timeZone, fromMs, prices, nowMs, marked, unit, cursor }: Props) {
  const format = useFormat()
  const clip = useId()
  const [hovered, setHovered] = useState<number | null>(null)
  const known = prices.filter((price) => price !== null)
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)]
  const range = most - least || 1
  const x = (ms: number) => ((ms - fromMs) / (prices.length * quarterMs)) * width
  // Room above and below, so that the line keeps its width at both ends of the scale.
  const y = (price: number) => height - room - ((price - least) / range) * (height - 2 * room)
  const share = (price: number) => `${(y(price) / height) * 100}%`
  const scale = priceTicks(least, most)
  const chosen = cursor ? (prices[cursor.place] ?? null) : null
  const ticks = hourTicks(fromMs, prices.length, timeZone)
  const hover = ({ pointerType, clientX, currentTarget }: PointerEvent) => {
    if (pointerType !== 'mouse') return
    const { left, width: across } = currentTarget.getBoundingClientRect()
    const place = Math.floor(((clientX - left) / across) * prices.length)
    setHovered(Math.max(0, Math.min(prices.length - 1, place)))
  }
  const isNow = nowMs >= fromMs && nowMs < fromMs + prices.length * quarterMs
  return (
    <figure className={styles.figure}>
      <p className={styles.unit} aria-hidden>
        <span>{unit}</span>
        {cursor && hovered !== null && <span className={styles.glance}>{cursor.textOf(hovered)}</span>}
      </p>
      <div className={styles.scale} aria-hidden>
        {/* Keeps the column as wide as its widest price. */}
        <span>{scale.values.map((price) => format.number(price, scale.digits)).sort(byLength)[0]}</span>
        {scale.values.map((price) => (
          <span key={price} style={{ top: share(price) }}>
            {format.number(price, scale.digits)}
          </span>
        ))}
      </div>
      <div className={styles.picture}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
          className={styles.drawing}
        >
          <clipPath id={clip}>
            <rect x="0" y="0" width={width} height={height} />
          </clipPath>
          <g clipPath={`url(#${clip})`}>
            {marked.map((span) => (
              <rect
                key={span.fromMs}
                x={x(span.fromMs)}
                width={x(span.toMs) - x(span.fromMs)}
                y="0"
                height={height}
                className={styles.marked}
              />
            ))}
            {ticks.map(({ ms, isMidnight }) => (
              <line
                key={ms}
                x1={x(ms)}
                x2={x(ms)}
                y1="0"
                y2={height}
                className={isMidnight ? styles.midnight : styles.grid}
              />
            ))}
            {scale.values.map((price) => (
              <line key={price} x1="0" x2={width} y1={y(price)} y2={y(price)} className={styles.grid} />
            ))}
            <line x1="0" x2={width} y1={y(0)} y2={y(0)} className={styles.zero} />
            <path d={stepPath(prices, width, y)} className={styles.line} />
            {cursor && (
              <rect
                x={(cursor.place / prices.length) * width}
                width={width / prices.length}
                y="0"
                height={height}
                className={styles.chosen}
              />
            )}
            {hovered !== null && (
              <rect
                x={(hovered / prices.length) * width}
                width={width / prices.length}
                y="0"
                height={height}
                className={styles.chosen}
              />
            )}
            {isNow && <line x1={x(nowMs)} x2={x(nowMs)} y1="0" y2={height} className={styles.now} />}
          </g>
        </svg>
        {cursor && chosen !== null && (
          <span
            className={styles.dot}
            style={{ left: `${((cursor.place + 0.5) / prices.length) * 100}%`, top: share(chosen) }}
          />
        )}
        {cursor && (
          <input
            type="range"
            className={styles.cursor}
            min={0}
            max={prices.length - 1}
            value={cursor.place}
            aria-label={cursor.label}
            aria-valuetext={cursor.textOf(cursor.place)}
            onPointerMove={hover}
            onPointerLeave={() => setHovered(null)}
            onChange={({ currentTarget }) => cursor.onMove(Number(currentTarget.value))}
          />
        )}
      </div>
      <div className={styles.hours} aria-hidden>
        {ticks.map(({ ms, isMidnight, isNoon }) => (
          <span
            key={ms}
            style={{ insetInlineStart: `${(x(ms) / width) * 100}%` }}
            data-day={isMidnight || undefined}
            data-noon={isNoon || undefined}
          >
            {isMidnight ? format.weekday(ms, timeZone, 'short') : format.time(ms, timeZone)}
          </span>
        ))}
      </div>
    </figure>
  )
}

const byLength = (one: string, other: string) => other.length - one.length

/** Every six hours of the local clock. */
function hourTicks(fromMs: number, count: number, timeZone: string) {
  const ticks: { ms: number; isMidnight: boolean; isNoon: boolean }[] = []
  for (let place = 0; place < count; place++) {
    const ms = fromMs + place * quarterMs
    const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)
    if (minute === 0 && hour % 6 === 0) ticks.push({ ms, isMidnight: hour === 0, isNoon: hour === 12 })
  }
  return ticks
}

/** Each price holds until the next; the line is broken where none is known. */
function stepPath(prices: readonly (number | null)[], across: number, y: (price: number) => number): string {
  const step = across / Math.max(1, prices.length)
  let path = ''
  let isOpen = false
  prices.forEach((price, place) => {
    if (price === null) {
      isOpen = false
      return
    }
    path += `${isOpen ? 'L' : 'M'}${place * step} ${y(price)}H${(place + 1) * step}`
    isOpen = true
  })
  return path
}

import type { PriceListPreview } from '@ohmstead/contract/price-lists-preview'
import { unknownText } from '../../shared/i18n/format.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { priceTicks } from '../../shared/pricing/price-ticks.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import styles from './price-preview.module.css'
import { stackParts } from './stack-parts.ts'

const height = 100

/** The all-in price of each quarter-hour as steps, by its parts; the same in words and figures below. */
export function DayPriceChart({ preview }: { preview: PriceListPreview }) {
  const t = useT()
  const format = useFormat()
  const { price, unit } = usePriceText()
  const words = usePriceWords()
  const { currency, importPrice, exportPrice, parts, starts } = preview
  const known = importPrice.filter((value) => value !== null)
  const width = starts.length
  // Without one part there is no total, but what is known is shown.
  const isWhole = known.length > 0
  if (!isWhole && parts.every(({ rates }) => rates.every((rate) => rate === null)))
    return <p className={styles.soft}>{t('price_lists.preview.unknown')}</p>
  const { layers, top, bottom } = stackParts(parts, importPrice, exportPrice)
  const y = (value: number) => height - ((value - bottom) / (top - bottom)) * height
  const scale = priceTicks(bottom, top)
  const [lowest, highest] = [Math.min(...known), Math.max(...known)]
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length
  const shown = (value: number) => price(value.toFixed(5), currency)
  const sold = exportPrice.filter((value) => value !== null)
  const isSold = sold.some((value) => value !== 0)
  return (
    <>
      <div className={styles.figure}>
        <p className={styles.unit} aria-hidden>
          {unit(currency)}
        </p>
        <ol className={styles.scale} aria-hidden>
          {scale.values.map((value) => (
            <li key={value} style={{ top: `${y(value)}%` }}>
              {format.number(value, scale.digits)}
            </li>
          ))}
        </ol>
        <svg
          role="img"
          aria-label={
            isWhole
              ? t('price_lists.preview.chart', {
                  lowest: shown(lowest),
                  highest: shown(highest),
                  mean: shown(mean),
                })
              : t('price_lists.preview.unknown')
          }
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className={styles.chart}
        >
          {scale.values.map((value) => (
            <line key={value} className={styles.grid} x1="0" x2={width} y1={y(value)} y2={y(value)} />
          ))}
          {layers.map(({ part, areas }) => (
            <path key={part} className={styles.part} data-part={part} d={areaPath(areas, y)} />
          ))}
          <path className={styles.total} d={stepPath(importPrice, y)} />
          {isSold && <path className={styles.sold} d={stepPath(exportPrice, y)} />}
          <line className={styles.axis} x1="0" x2={width} y1={y(0)} y2={y(0)} />
        </svg>
        <p className={styles.hours} aria-hidden>
          {['00', '06', '12', '18', '24'].map((hour) => (
            <span key={hour}>{hour}:00</span>
          ))}
        </p>
      </div>
      <ul className={styles.key}>
        {layers.map(({ part, mean: own }) => (
          <li key={part}>
            <svg viewBox="0 0 1 1" aria-hidden>
              <rect width="1" height="1" className={styles.part} data-part={part} />
            </svg>
            <span>{words.part(part)}</span>
            <span>{shown(own)}</span>
          </li>
        ))}
        <li>
          <strong>{t('price_lists.preview.mean')}</strong>
          <strong>{isWhole ? shown(mean) : unknownText}</strong>
        </li>
        {isSold && (
          <li>
            <svg viewBox="0 0 12 12" aria-hidden>
              <path className={styles.sold} d="M0 6H12" />
            </svg>
            <span>{t('price_lists.preview.sold')}</span>
            <span>{shown(sold.reduce((sum, value) => sum + value, 0) / sold.length)}</span>
          </li>
        )}
      </ul>
      {isWhole && lowest !== highest && (
        <p className={styles.soft}>
          {t('price_lists.preview.range', { lowest: shown(lowest), highest: shown(highest) })}
        </p>
      )}
    </>
  )
}

/** Steps, interrupted where a price is unknown. */
function stepPath(values: readonly (number | null)[], y: (value: number) => number): string {
  return values
    .map((value, at) => {
      if (value === null) return ''
      const start = at === 0 || values[at - 1] === null ? `M${at} ${y(value)}` : `L${at} ${y(value)}`
      return `${start}L${at + 1} ${y(value)}`
    })
    .join('')
}

function areaPath(
  areas: readonly (readonly [low: number, high: number] | null)[],
  y: (value: number) => number,
) {
  return areas
    .map((area, at) => (area ? `M${at} ${y(area[0])}V${y(area[1])}H${at + 1}V${y(area[0])}Z` : ''))
    .join('')
}

import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { categoryText } from '../bill/category-text.ts'
import type { Rate } from '../calculation-data.ts'
import styles from './rates.module.css'

type Figure = Rate['figures'][number]

/** The numbers of a rate, those of a block or a tariff in one row. */
export function RateFigures({ figures }: { figures: readonly Figure[] }) {
  const t = useT()
  const format = useFormat()
  const rows = Map.groupBy(figures, (figure) => figure.category ?? figure.name)
  const text = ({ name, value, unit }: Figure) =>
    name === 'taxRate' ? format.percent(value, 1) : `${format.number(value, digitsOf(value))} ${unit}`.trim()
  // The meaning of a single number is in the name of its rate.
  if (figures.length === 1) return <p>{text(figures[0]!)}</p>
  return (
    <dl className={styles.figures}>
      {[...rows].map(([key, own]) => (
        <div key={key}>
          <dt>
            {own[0]!.category === null
              ? t(`calculations.factor.${own[0]!.name}`)
              : categoryText(own[0]!.category, t)}
          </dt>
          {own.map((figure) => (
            <dd key={`${figure.name} ${figure.value}`}>{text(figure)}</dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

/** Prices have five decimals as published; none loses digits. */
function digitsOf(value: number): number {
  return Number.isInteger(value * 100) ? 2 : Number.isInteger(Math.round(value * 1e6) / 10) ? 5 : 6
}

import type { SpotDayStatus } from '@ohmstead/contract/spot-market'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { type DayFigures, findDayFigures } from './day-figures.ts'
import styles from './spot-market.module.css'
import type { SpotText } from './spot-price-text.ts'

interface DayFactsProps {
  name: string
  day: { from: number; to: number; status: SpotDayStatus }
  row: { from: number; prices: readonly (number | null)[] }
  text: SpotText
  timeZone: string
  isLate: boolean
}

/** Mean, lowest and highest price of a day, or why there are none. */
export function DayFacts({ name, day, row, text, timeZone, isLate }: DayFactsProps) {
  const t = useT()
  const format = useFormat()
  const figures = isShown(day.status) ? findDayFigures(row, day.from, day.to) : null
  const noon = (day.from + day.to) / 2
  return (
    <section className={styles.day} aria-label={name}>
      <h3>
        {name}{' '}
        <small>
          {format.weekday(noon, timeZone, 'long')}, {format.day(noon, timeZone)}
        </small>
      </h3>
      {figures && <Figures figures={figures} text={text} timeZone={timeZone} />}
      {day.status === 'partial' && <p className={styles.notice}>{t('spot_market.days.partial')}</p>}
      {day.status === 'after_14' && <p className={styles.notice}>{t('spot_market.after_14')}</p>}
      {day.status === 'not_available' && (
        <p className={styles.notice}>
          {t('spot_market.not_available')} {isLate && t('spot_market.days.late')}
        </p>
      )}
    </section>
  )
}

/** Tomorrow is shown from 14:00 on, earlier once it is complete. */
export const isShown = (status: SpotDayStatus) => status === 'complete' || status === 'partial'

function Figures({ figures, text, timeZone }: { figures: DayFigures; text: SpotText; timeZone: string }) {
  const t = useT()
  const format = useFormat()
  const { mean, lowest, highest, belowZeroMs } = figures
  const at = (ms: number) => <small>{format.time(ms, timeZone)}</small>
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('spot_market.days.mean')}</dt>
        <dd>{text.price(mean)}</dd>
      </div>
      <div>
        <dt>{t('spot_market.days.lowest')}</dt>
        <dd>
          {text.price(lowest.price)} {at(lowest.atMs)}
        </dd>
      </div>
      <div>
        <dt>{t('spot_market.days.highest')}</dt>
        <dd>
          {text.price(highest.price)} {at(highest.atMs)}
        </dd>
      </div>
      {belowZeroMs > 0 && (
        <div>
          <dt>{t('spot_market.days.below_zero')}</dt>
          <dd>{format.duration(belowZeroMs)}</dd>
        </div>
      )}
    </dl>
  )
}

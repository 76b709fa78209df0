import type { SpotDaysView, SpotPricesView } from '@ohmstead/contract/spot-market'
import { useMemo } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Panel } from '../../ui/panel.tsx'
import { quarterMs } from './build-spot-chart.ts'
import { DayFacts, isShown } from './day-facts.tsx'
import { SpotChart } from './spot-chart.tsx'
import styles from './spot-market.module.css'
import type { SpotText } from './spot-price-text.ts'

interface DaysPanelProps {
  days: SpotDaysView
  prices: SpotPricesView
  /** All-in prices per kWh from the same start on; null without any. */
  allIn: readonly (number | null)[] | null
  /** What a price of the exchange is multiplied by to be in the unit shown. */
  scale: number
  text: SpotText
  timeZone: string
  nowMs: number
}

/** The prices of today, and of tomorrow once they are there, with the one of now. */
export function DaysPanel({ days, prices, allIn, scale, text, timeZone, nowMs }: DaysPanelProps) {
  const t = useT()
  const format = useFormat()
  const { today, tomorrow } = days
  const toMs = isShown(tomorrow.status) ? tomorrow.to : today.to
  const row = useMemo(() => {
    const count = Math.round((toMs - prices.from) / quarterMs)
    const known = prices.prices.slice(0, count).map((price) => price && price * scale)
    return { from: prices.from, prices: known, allIn: allIn?.slice(0, count) ?? null }
  }, [prices, allIn, scale, toMs])
  const now = Math.floor((nowMs - row.from) / quarterMs)
  const price = row.prices[now] ?? null
  return (
    <Panel
      heading={t('spot_market.days.heading')}
      tools={
        price !== null && (
          <p className={styles.now}>
            <span>
              {t('spot_market.days.now')} <small>{format.time(row.from + now * quarterMs, timeZone)}</small>
            </span>
            <strong data-below={price < 0 || undefined}>{text.price(price)}</strong>
            {row.allIn?.[now] != null && (
              <span>
                {t('spot_market.all_in')} <strong>{text.price(row.allIn[now])}</strong>
              </span>
            )}
          </p>
        )
      }
    >
      {row.prices.some((one) => one !== null) && (
        <SpotChart
          row={row}
          timeZone={timeZone}
          text={text}
          nowMs={nowMs}
          label={t('spot_market.days.heading')}
        />
      )}
      <div className={styles.days}>
        <DayFacts
          name={t('spot_market.days.today')}
          day={today}
          {...{ row, text, timeZone, isLate: days.is_late }}
        />
        <DayFacts
          name={t('spot_market.days.tomorrow')}
          day={tomorrow}
          {...{ row, text, timeZone, isLate: days.is_late }}
        />
      </div>
      {days.first_day === null && (
        <p className={styles.notice} aria-live="polite">
          {t('spot_market.region.first_time')}
        </p>
      )}
    </Panel>
  )
}

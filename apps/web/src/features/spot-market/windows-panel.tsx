import { useLingui } from '@lingui/react'
import { findPriceWindows, type PriceWindow } from '@ohmstead/pricing/price-windows'
import { useMemo, useState } from 'react'
import { formatBucket } from '../../shared/charts/format-bucket.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { SegmentedChoice } from '../../shared/segmented-choice/segmented-choice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { quarterMs } from './build-spot-chart.ts'
import styles from './spot-market.module.css'
import type { SpotText } from './spot-price-text.ts'

const lengths = [1, 2, 3, 4, 5, 6]

interface WindowsPanelProps {
  from: number
  /** By the quarter-hour, in the unit shown. */
  prices: readonly (number | null)[]
  isAllIn: boolean
  text: SpotText
  timeZone: string
  nowMs: number
}

/** When so many hours in a row cost least and most, from now on. */
export function WindowsPanel({ from, prices, isAllIn, text, timeZone, nowMs }: WindowsPanelProps) {
  const t = useT()
  const [hours, setHours] = useState<string>('3')
  const firstStartMs = Math.max(from, Math.floor(nowMs / quarterMs) * quarterMs)
  const found = useMemo(() => {
    const row = Float64Array.from(
      prices.slice((firstStartMs - from) / quarterMs),
      (price) => price ?? Number.NaN,
    )
    return findPriceWindows({ firstStartMs, prices: row }, Number(hours))
  }, [prices, from, firstStartMs, hours])
  return (
    <Panel
      heading={t('spot_market.windows.heading')}
      lead={t(isAllIn ? 'spot_market.windows.lead_all_in' : 'spot_market.windows.lead')}
      tools={
        <SegmentedChoice
          label={t('spot_market.windows.length')}
          value={hours}
          options={lengths.map((count) => ({ value: String(count), label: `${count} h` }))}
          onChange={setHours}
        />
      }
    >
      {found ? (
        <dl className={styles.windows} aria-live="polite">
          <Stretch name={t('spot_market.windows.cheapest')} of={found.cheapest} {...{ text, timeZone }} />
          <Stretch name={t('spot_market.windows.dearest')} of={found.dearest} {...{ text, timeZone }} />
        </dl>
      ) : (
        <p className={styles.notice}>{t('spot_market.windows.none')}</p>
      )}
    </Panel>
  )
}

function Stretch({
  name,
  of: { fromMs, toMs, mean },
  text,
  timeZone,
}: {
  name: string
  of: PriceWindow
  text: SpotText
  timeZone: string
}) {
  const { i18n } = useLingui()
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{formatBucket(fromMs, toMs, timeZone, i18n.locale)}</strong>
        <span>{text.price(mean)}</span>
      </dd>
    </div>
  )
}

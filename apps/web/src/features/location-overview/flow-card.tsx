import type { LocationView } from '@ohmstead/contract/locations'
import type { MoneyNowView } from '@ohmstead/contract/money'
import type { PowerFlow } from '@ohmstead/domain/energy-flow/power-flow'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import type { LocationAddress } from '../../shared/paths.ts'
import type { FlowReadings, FlowView } from '../../shared/power-flow/use-flow-readings.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import { SegmentedChoice } from '../../shared/segmented-choice/segmented-choice.tsx'
import { FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { useNow } from '../../shared/use-now.ts'
import { EnergyFlow } from './energy-flow.tsx'
import { FlowAge } from './flow-age.tsx'
import { findHourlyMoney } from './hourly-money.ts'
import styles from './location-overview.module.css'
import { useRememberLastKnown } from './remember-last-known.ts'

interface Props {
  location: LocationView
  address: LocationAddress
  readings: FlowReadings
  view: FlowView
  onView: (view: FlowView) => void
  /** Undefined until it has been asked for, null without prices. */
  money: MoneyNowView | null | undefined
}

/** The current flow, its age, and the choice between the minute's values and every reading. */
export function FlowCard({ location, address, readings, view, onView, money }: Props) {
  const t = useT()
  const { flow, mean, ts, isLoading, error, retry, live } = readings
  useRememberLastKnown(location.name, flow, ts)
  const online = location.controllers.map(({ id, online: known }) => live.controllers[id] ?? known)
  const isOffline = online.length > 0 && !online.includes(true)
  return (
    <section className={styles.card} aria-labelledby="flow-heading">
      <div className={styles.cardHead}>
        <h2 id="flow-heading">{t('location_overview.flow.label')}</h2>
        <SegmentedChoice
          label={t('location_overview.view.label')}
          value={view}
          onChange={onView}
          options={[
            {
              value: 'latest',
              label: t('location_overview.view.latest'),
              hint: t('location_overview.view.latest_hint'),
            },
            {
              value: 'realtime',
              label: t('location_overview.view.realtime'),
              hint: t('location_overview.view.realtime_hint'),
            },
          ]}
        />
      </div>
      {ts === null && error ? (
        <FailedState error={error} onRetry={retry} />
      ) : isLoading ? (
        <Skeleton height={430} radius={16} />
      ) : (
        <>
          {Boolean(error) && <FailedStrip error={error} onRetry={retry} />}
          <FlowAge ts={ts} view={view} connection={live.connection} isOffline={isOffline}>
            {(isCurrent) => (
              <>
                <EnergyFlow address={address} flow={flow} mean={mean} isCurrent={isCurrent} />
                {isCurrent && money !== null && <MoneyRow gridW={flow.gridW} money={money} />}
              </>
            )}
          </FlowAge>
          {mean && <MeanRow mean={mean} />}
        </>
      )}
    </section>
  )
}

/** What the power of now costs or earns in an hour. */
function MoneyRow({ gridW, money }: { gridW: number | null; money: MoneyNowView | undefined }) {
  const t = useT()
  const text = usePriceText()
  const nowMs = useNow(15_000)
  const found = money && findHourlyMoney(gridW, money.prices, nowMs)
  // Its line stays, so that nothing below it moves.
  return (
    <p className={styles.hourly} data-kind={found?.kind}>
      {found &&
        t(`location_overview.money.${found.kind}`, {
          amount: text.money(String(found.amount), money.currency),
        })}
    </p>
  )
}

/** The 15-minute averages below the minute's values. */
function MeanRow({ mean }: { mean: PowerFlow }) {
  const t = useT()
  const { text } = useQuantity()
  const parts: [MessageKey, number | null, boolean][] = [
    ['location_overview.flow.home', mean.homeW, mean.has.grid],
    ['location_overview.flow.sun', mean.productionW, mean.has.production],
    ['location_overview.flow.grid', mean.gridW, mean.has.grid],
    ['location_overview.flow.battery', mean.batteryW, mean.has.battery],
  ]
  return (
    <div className={styles.means} aria-hidden>
      <span>{t('charts.latest.mean')}</span>
      {parts
        .filter(([, , isThere]) => isThere)
        .map(([label, watts]) => (
          <span key={label}>
            {t(label)} <strong>{text(watts, 'W')}</strong>
          </span>
        ))}
    </div>
  )
}

import type { MeterComparisonView } from '@ohmstead/contract/location-pricing-meters'
import { findDifferences } from '@ohmstead/pricing/meters/compare-meters'
import { useQuery } from '@tanstack/react-query'
import { Fragment, Suspense } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { meterComparisonQuery } from '../../shared/pricing/bill-query.ts'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './location-pricing.module.css'

const MetersChart = lazyPart(async () => (await import('./meters-chart.tsx')).MetersChart)

const daysBack = 60
/** How far back a disagreement is followed that is older than the days shown. */
const mostDaysBack = 729

/** Whether the controller's grid meter measures what the official one does: by how much not, and since when. */
export function MetersPanel({ locationId, timeZone }: { locationId: number; timeZone: string }) {
  const t = useT()
  const today = Temporal.Now.plainDateISO(timeZone)
  const since = (days: number) => ({ from: today.subtract({ days }).toString(), to: today.toString() })
  const { data, error, refetch } = useQuery(meterComparisonQuery(locationId, since(daysBack)))
  const { data: longer } = useQuery({
    ...meterComparisonQuery(locationId, since(mostDaysBack)),
    enabled: isOlder(data),
  })
  return (
    <Panel heading={t('location_pricing.meters.heading')}>
      {data === undefined && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Skeleton height={120} />}
      {data === null || data?.comparable === 0 ? (
        <p className={styles.soft}>{t('location_pricing.meters.none')}</p>
      ) : (
        data && <Comparison comparison={withBeginning(data, longer)} timeZone={timeZone} />
      )}
    </Panel>
  )
}

/** Whether a disagreement reaches the first day that is judged, so that it may have begun before. */
function isOlder(comparison: MeterComparisonView | null | undefined): boolean {
  const first = comparison?.days.find(({ agrees }) => agrees !== null)
  return first !== undefined && first.day === comparison?.disagreement?.since
}

/** The days shown, with the disagreement from its beginning on. */
function withBeginning(
  comparison: MeterComparisonView,
  longer: MeterComparisonView | null | undefined,
): MeterComparisonView {
  return longer?.disagreement ? { ...comparison, disagreement: longer.disagreement } : comparison
}

function Comparison({ comparison, timeZone }: { comparison: MeterComparisonView; timeZone: string }) {
  const t = useT()
  const format = useFormat()
  const day = useFormatDay()
  const label = t('location_pricing.meters.by_day')
  const judged = comparison.days.filter(({ comparable }) => comparable > 0).reverse()
  // One unit for all days, so that they can be compared at a glance.
  const kwh = (milliWh: number) => format.number(milliWh / 1_000_000, 2)
  // A column has as many decimals in each row.
  const percent = (known: number, own: number) => format.percent(known === 0 ? null : own / known - 1, 1, 1)
  const hasFeedIn = Boolean(comparison.official.exportMilliWh || comparison.controller.exportMilliWh)
  return (
    <>
      <Verdict comparison={comparison} />
      <Suspense fallback={<Skeleton height={200} />}>
        <MetersChart comparison={comparison} timeZone={timeZone} />
      </Suspense>
      <details className={styles.details}>
        <summary>{label}</summary>
        <FigureTable label={label} isTall isFlush>
          <thead>
            <tr>
              <th scope="col">{t('location_pricing.meters.day')}</th>
              <th scope="col">{t('location_pricing.meters.official')} [kWh]</th>
              <th scope="col">{t('location_pricing.meters.controller')} [kWh]</th>
              <th scope="col">{t('location_pricing.meters.difference')}</th>
            </tr>
          </thead>
          <tbody>
            {judged.map(({ day: date, official, controller, agrees }) => (
              <Fragment key={date}>
                <tr data-differs={agrees === false || undefined} className={styles.meterDay}>
                  <th scope="row">{day(date)}</th>
                  <td>{kwh(official.importMilliWh)}</td>
                  <td>{kwh(controller.importMilliWh)}</td>
                  <td>{percent(official.importMilliWh, controller.importMilliWh)}</td>
                </tr>
                {hasFeedIn && (
                  <tr className={styles.fedIn}>
                    <th scope="row">
                      <span className="visually-hidden">{day(date)} </span>
                      {t('location_pricing.part.feed_in')}
                    </th>
                    <td>{kwh(official.exportMilliWh ?? 0)}</td>
                    <td>{kwh(controller.exportMilliWh ?? 0)}</td>
                    <td>{percent(official.exportMilliWh ?? 0, controller.exportMilliWh ?? 0)}</td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </FigureTable>
      </details>
    </>
  )
}

const verdicts = {
  import: { less: 'location_pricing.meters.less', more: 'location_pricing.meters.more' },
  export: { less: 'location_pricing.meters.fed_less', more: 'location_pricing.meters.fed_more' },
} as const

function Verdict({ comparison: { disagreement } }: { comparison: MeterComparisonView }) {
  const t = useT()
  const { text } = useQuantity()
  const format = useFormat()
  const day = useFormatDay()
  if (!disagreement) return <p>{t('location_pricing.meters.agree')}</p>
  const { since, suspicions } = disagreement
  const differences = findDifferences(disagreement)
  return (
    <>
      {differences.map(({ direction, milliWh, share }) => (
        <p key={direction}>
          {t(verdicts[direction][milliWh < 0 ? 'less' : 'more'], {
            day: day(since),
            energy: text(Math.abs(milliWh) / 1000, 'Wh'),
            percent: format.percent(share === null ? null : Math.abs(share), 1),
          })}
        </p>
      ))}
      {differences.length === 0 && <p>{t('location_pricing.meters.shape', { day: day(since) })}</p>}
      {suspicions.map((suspicion) => (
        <p key={suspicion.kind}>
          {suspicion.kind === 'clockShift'
            ? t(
                suspicion.quarterHours > 0
                  ? 'location_pricing.meters.clock_late'
                  : 'location_pricing.meters.clock_early',
                { minutes: Math.abs(suspicion.quarterHours) * 15 },
              )
            : suspicion.kind === 'signSwapped'
              ? t('location_pricing.meters.sign_swapped')
              : t('location_pricing.meters.phases_missing', { seen: suspicion.seen })}
        </p>
      ))}
    </>
  )
}

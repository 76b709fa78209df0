import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { FailedState } from '../../shared/states/page-states.tsx'
import { Panel } from '../../ui/panel.tsx'
import { averageQuery } from './average-query.ts'
import { createSpotText } from './spot-price-text.ts'

/** As for bills: with less of the time known, figures may still change. */
const provisionalBelow = 0.95

/** What a kilowatt-hour cost on average, against the mean of the prices, and which hours made the difference. */
export function AveragePanel({ locationId, lastDay }: { locationId: number; lastDay: string }) {
  const t = useT()
  const format = useFormat()
  const { i18n } = useLingui()
  const { data, error, refetch } = useQuery(averageQuery(locationId, lastDay))
  if (error && !data)
    return (
      <Panel heading={t('spot_market.average.heading')}>
        <FailedState error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  if (!data) return null
  const { differencePercent, ownMean, timeMean, reason, currency, known, intervals } = data
  const text = createSpotText(i18n.locale, currency, 'kWh')
  const kind = !reason || differencePercent === null ? 'same' : differencePercent < 0 ? 'less' : 'more'
  const share = Math.abs(differencePercent ?? 0) / 100
  const hour = (value: number) => `${value}:00`
  return (
    <Panel heading={t('spot_market.average.heading')}>
      <p>
        {t(`spot_market.average.${kind}`, {
          percent: format.percent(share, share < 0.1 ? 1 : 0),
          own: text.price(ownMean),
          mean: text.price(timeMean),
        })}{' '}
        {reason &&
          t(`spot_market.average.${reason.kind}`, {
            energy: format.percent(reason.energyShare, 0),
            time: format.percent(reason.timeShare, 0),
            from: hour(reason.fromHour),
            to: hour(reason.toHour),
          })}
        {known / intervals < provisionalBelow &&
          ` ${t('spot_market.average.part', { share: format.percent(known / intervals, 0) })}`}
      </p>
    </Panel>
  )
}

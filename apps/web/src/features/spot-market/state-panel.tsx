import type { SpotZoneState } from '@ohmstead/contract/spot-market'
import { spotSourceName } from '@ohmstead/domain/pricing/spot-source-names'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useRegionName } from '../../shared/pricing/use-region-name.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { useNow } from '../../shared/use-now.ts'
import { Panel } from '../../ui/panel.tsx'
import { TextTable } from '../../ui/text-table.tsx'
import { BackFillForm } from './back-fill-form.tsx'
import styles from './spot-market.module.css'
import { spotStateQuery } from './spot-queries.ts'

/** For super admins: which regions are fetched, what is late, which source failed why; and years can be fetched again. */
export function StatePanel({ region, today }: { region: string; today: string }) {
  const t = useT()
  const { data, error, refetch } = useQuery(spotStateQuery)
  return (
    <Panel heading={t('spot_market.state.heading')} lead={t('spot_market.state.lead')}>
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} radius={12} />}
      {data?.sources.length === 0 && (
        <p className={styles.alarm} role="alert">
          {t('spot_market.state.no_sources')}
        </p>
      )}
      {data && data.zones.length === 0 && <p>{t('spot_market.state.no_zones')}</p>}
      {data && data.zones.length > 0 && (
        <div className={styles.zones}>
          <TextTable>
            <thead>
              <tr>
                <th scope="col">{t('spot_market.region.label')}</th>
                <th scope="col">{t('spot_market.days.tomorrow')}</th>
                <th scope="col">{t('spot_market.state.known')}</th>
                <th scope="col">{t('spot_market.state.gaps')}</th>
                <th scope="col">{t('spot_market.state.sources')}</th>
                <th scope="col">{t('spot_market.state.next')}</th>
              </tr>
            </thead>
            <tbody>
              {data.zones.map((zone) => (
                <ZoneRow key={zone.region} zone={zone} />
              ))}
            </tbody>
          </TextTable>
        </div>
      )}
      {data && data.sources.length > 0 && <BackFillForm region={region} today={today} />}
    </Panel>
  )
}

function ZoneRow({ zone }: { zone: SpotZoneState }) {
  const t = useT()
  const format = useFormat()
  const day = useFormatDay()
  const name = useRegionName()
  const now = useNow(60_000)
  return (
    <tr>
      <th scope="row">{name(zone.region)}</th>
      <td data-label={t('spot_market.days.tomorrow')}>
        {t(`spot_market.state.${zone.tomorrow}`)}
        {zone.late_since !== null && (
          <strong className={styles.alarm}>
            {' '}
            {t('spot_market.state.late_since', { time: format.dateTime(zone.late_since) })}
          </strong>
        )}
      </td>
      <td data-label={t('spot_market.state.known')}>
        {zone.first_day && zone.last_day ? `${day(zone.first_day)} – ${day(zone.last_day)}` : '–'}
      </td>
      <td data-label={t('spot_market.state.gaps')}>{format.number(zone.open_days)}</td>
      <td data-label={t('spot_market.state.sources')}>
        {zone.sources.map(({ source, error, answered_at: answeredAt, failed_at: failedAt }) => (
          <div key={source}>
            {spotSourceName(source) ?? t('spot_market.source.modelled')}
            {(error || answeredAt !== null) && ' · '}
            {error ? (
              <span className={styles.alarm}>
                {t(`spot_market.state.${error}`)}
                {/* One that stands in for another may not have been asked since. */}
                {failedAt !== null && ` (${format.ago(Math.max(0, now - failedAt))})`}
              </span>
            ) : (
              answeredAt !== null &&
              t('spot_market.state.answered', { age: format.ago(Math.max(0, now - answeredAt)) })
            )}
          </div>
        ))}
      </td>
      <td data-label={t('spot_market.state.next')}>{format.dateTime(zone.next_at)}</td>
    </tr>
  )
}

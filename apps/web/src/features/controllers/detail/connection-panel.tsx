import type { ConnectivityView } from '@ohmstead/contract/controllers-page'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ControllerIds, connectivityQuery } from '../../../shared/controllers/controller-page-query.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { SegmentedChoice } from '../../../shared/segmented-choice/segmented-choice.tsx'
import { FailedState, Skeleton } from '../../../shared/states/page-states.tsx'
import { Panel } from '../../../ui/panel.tsx'
import styles from './connection-panel.module.css'
import { listStretches, measureUptime } from './list-stretches.ts'

const ranges = ['7', '30'] as const
const mostOutages = 20
const minuteMs = 60_000

/** When a controller was connected in the last days: a strip, and its outages with how long they lasted. */
export function ConnectionPanel({ ids, timeZone }: { ids: ControllerIds; timeZone: string | undefined }) {
  const t = useT()
  const [days, setDays] = useState<(typeof ranges)[number]>('7')
  const { data, error, refetch } = useQuery(connectivityQuery(ids, Number(days)))
  const heading = t('controllers.company.list.connection')
  return (
    <Panel
      heading={heading}
      tools={
        <SegmentedChoice
          label={heading}
          value={days}
          options={ranges.map((value) => ({
            value,
            label: t('controllers.detail.days', { count: value }),
          }))}
          onChange={setDays}
        />
      }
    >
      {!data && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={72} radius={8} />}
      {data && <Connection connectivity={data} timeZone={timeZone} />}
    </Panel>
  )
}

function Connection({
  connectivity,
  timeZone,
}: {
  connectivity: ConnectivityView
  timeZone: string | undefined
}) {
  const t = useT()
  const format = useFormat()
  const { from, to } = connectivity
  const stretches = listStretches(connectivity)
  const share = measureUptime(stretches)
  const outages = stretches.filter(({ state }) => state === 'offline').toReversed()
  const length = Math.max(1, to - from)
  return (
    <>
      {share !== null && <p>{t('controllers.detail.uptime', { share: format.percent(share, 1) })}</p>}
      <div className={styles.strip} aria-hidden>
        {stretches.map((stretch) => (
          <span
            key={stretch.from}
            data-state={stretch.state}
            style={{ flexGrow: (stretch.to - stretch.from) / length }}
            data-tooltip={`${format.dateTime(stretch.from, timeZone)} – ${format.dateTime(stretch.to, timeZone)}`}
          />
        ))}
      </div>
      <div className={styles.ends} aria-hidden>
        <span>{format.dateTime(from, timeZone)}</span>
        <span>{format.dateTime(to, timeZone)}</span>
      </div>
      {outages.length === 0 ? (
        <p className={styles.soft}>{t('controllers.detail.no_outages')}</p>
      ) : (
        <ul className={styles.outages}>
          {outages.slice(0, mostOutages).map((outage) => (
            <li key={outage.from}>
              <span>{format.dateTime(outage.from, timeZone)}</span>
              <span>
                {t('controllers.page.offline')} {outage.to - outage.from < minuteMs && '< '}
                {format.duration(Math.max(minuteMs, outage.to - outage.from))}
              </span>
              {outage.to === to && (
                <span className={styles.lasting}>{t('controllers.detail.outage_lasting')}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

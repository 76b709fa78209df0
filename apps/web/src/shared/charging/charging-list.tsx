import type { ChargingSessionView } from '@ohmstead/contract/charging'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFormat } from '../i18n/use-format.ts'
import { useT } from '../i18n/use-t.ts'
import { Quantity } from '../quantity/quantity.tsx'
import { FailedState, Skeleton } from '../states/page-states.tsx'
import styles from './charging-list.module.css'
import { chargingQuery } from './charging-query.ts'

/** What a charger gave to cars: since when, how long, how much, and why a figure is missing. */
export function ChargingList({
  ids,
  timeZone,
}: {
  ids: { locationId: number; deviceId: number }
  timeZone: string | undefined
}) {
  const t = useT()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    chargingQuery(ids),
  )
  const sessions = data?.pages.flat()
  const heading = t('charging.list.title')
  return (
    <Panel heading={heading}>
      {!sessions && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!sessions && !error && <Skeleton height={80} radius={8} />}
      {sessions?.length === 0 && <p className={styles.soft}>{t('charging.list.empty')}</p>}
      {sessions && sessions.length > 0 && (
        <FigureTable
          label={`${heading}: ${t('charging.column.start')}`}
          isFlush
          isTall={sessions.length > 10}
        >
          <thead>
            <tr>
              <th scope="col">{t('charging.column.start')}</th>
              <th scope="col">{t('charging.column.end')}</th>
              <th scope="col">{t('charging.column.duration')}</th>
              <th scope="col">{t('charging.column.energy')}</th>
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} timeZone={timeZone} />
            ))}
          </tbody>
        </FigureTable>
      )}
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('charging.list.older')}
        </Button>
      )}
    </Panel>
  )
}

const minuteMs = 60_000

function SessionRow({ session, timeZone }: { session: ChargingSessionView; timeZone: string | undefined }) {
  const t = useT()
  const format = useFormat()
  const { started_at: start, ended_at: end, energy_wh: energyWh, tag, doubt } = session
  return (
    <tr>
      <th scope="row" data-text>
        {format.dateTime(start, timeZone)}
        {tag && <small className={styles.note}>{t('charging.list.card', { tag })}</small>}
        {doubt && (
          <small className={styles.note} data-tone="warning">
            {t(`charging.doubt.${doubt}`)}
          </small>
        )}
      </th>
      <td>{end === null ? t('charging.list.under_way') : format.dateTime(end, timeZone)}</td>
      <td>{end === null ? '–' : format.duration(Math.max(minuteMs, end - start))}</td>
      <td>{energyWh === null ? '–' : <Quantity value={energyWh} unit="Wh" size="s" />}</td>
    </tr>
  )
}

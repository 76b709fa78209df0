import type { DeletionPreview } from '@ohmstead/contract/locations'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import styles from './goes-with-location.module.css'

const deletionPreviewQuery = (locationId: number) =>
  queryOptions({
    queryKey: ['deletion-preview', locationId],
    queryFn: async ({ signal }) =>
      (await call('GET /locations/:locationId/deletion', { params: { locationId }, signal })).deletion,
    // What was counted before somebody answered may be old.
    staleTime: 0,
  })

const labels: Record<keyof DeletionPreview['takes'], MessageKey> = {
  users: 'titles.users',
  invitations: 'invitations.list.heading',
  devices: 'titles.devices',
  device_groups: 'titles.device_groups',
  alarms: 'locations.delete.alarms',
  alarm_rules: 'locations.delete.alarm_rules',
  backups: 'backups.heading',
  charges: 'locations.delete.charges',
  invoice_checks: 'invoice_check.keep.heading',
  investments: 'savings.bought.heading',
  sharing: 'titles.energy_sharing',
}
const names = Object.keys(labels) as (keyof typeof labels)[]

/** What a deletion takes along, counted before the question is answered. */
export function GoesWithLocation({ locationId, timeZone }: { locationId: number; timeZone: string }) {
  const t = useT()
  const format = useFormat()
  const { data, error, refetch } = useQuery(deletionPreviewQuery(locationId))
  if (error) return <FailedStrip error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={96} radius={8} />
  const there = names.filter((name) => data.takes[name] > 0)
  if (there.length === 0 && data.measured_since === null) return <p>{t('locations.delete.nothing')}</p>
  return (
    <section className={styles.takes} aria-label={t('locations.delete.takes')}>
      <h3>{t('locations.delete.takes')}</h3>
      <dl>
        {data.measured_since !== null && (
          <div>
            <dt>{t('locations.delete.since')}</dt>
            <dd>{format.day(data.measured_since, timeZone)}</dd>
          </div>
        )}
        {there.map((name) => (
          <div key={name}>
            <dt>{t(labels[name])}</dt>
            <dd>{format.number(data.takes[name])}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

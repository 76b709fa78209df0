import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { NodeIcon } from '../../shared/node-icon.tsx'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { adoptGroups } from './adopt-groups.ts'
import styles from './device-groups-page.module.css'
import { removedDevicesQuery } from './removed-devices-query.ts'

/** The devices that were marked as deleted, and the way back; nothing without any. */
export function RemovedDevices({ locationId }: { locationId: number }) {
  const t = useT()
  const queryClient = useQueryClient()
  const { data } = useQuery(removedDevicesQuery(locationId))
  const restore = useMutation({
    mutationFn: (deviceId: number) =>
      call('POST /locations/:locationId/devices/:deviceId/restore', { params: { locationId, deviceId } }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: removedDevicesQuery(locationId).queryKey }),
        adoptGroups(queryClient, locationId),
      ]),
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  if (!data || data.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>{t('devices.remove.list')}</h2>
      <div className={styles.loose}>
        <ul className={styles.devices}>
          {data.map(({ id, name, category }) => (
            <li key={id}>
              <NodeIcon type="device" category={category} size={16} />
              {name}
              <Button
                size="small"
                variant="quiet"
                isBusy={restore.isPending}
                onClick={() => restore.mutate(id)}
              >
                {t('devices.remove.restore')}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

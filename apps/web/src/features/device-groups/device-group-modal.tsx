import type { LocationView } from '@ohmstead/contract/locations'
import { nameRules } from '@ohmstead/domain/forms/form-rules'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { adoptGroups } from './adopt-groups.ts'
import type { DeviceGroup } from './device-group.ts'
import styles from './device-groups-page.module.css'

const fieldOf = (deviceId: number) => `device-${deviceId}`

/** Names a device group and selects its devices; creates one if there is none yet. */
export function DeviceGroupModal({
  location,
  group,
  onClose,
}: {
  location: LocationView
  group: DeviceGroup | null
  onClose: () => void
}) {
  const t = useT()
  const queryClient = useQueryClient()
  const { id: locationId, devices, device_groups: groups } = location
  const form = useForm<Record<string, string | boolean>>({
    initial: {
      name: group?.name ?? '',
      ...Object.fromEntries(
        devices.map(({ id, device_group_id }) => [
          fieldOf(id),
          group !== null && device_group_id === group.id,
        ]),
      ),
    },
    rules: { name: nameRules(200) },
    labels: { name: t('locations.settings.name') },
    send: async (values) => {
      const name = String(values.name).trim()
      const deviceIds = devices.filter(({ id }) => values[fieldOf(id)] === true).map(({ id }) => id)
      const body = { name, deviceIds }
      if (group === null)
        await call('POST /locations/:locationId/device-groups', { params: { locationId }, body })
      else
        await call('PUT /locations/:locationId/device-groups/:deviceGroupId', {
          params: { locationId, deviceGroupId: group.id },
          body,
        })
      await adoptGroups(queryClient, locationId)
      showToast(t('device_groups.done.saved', { name }), { tone: 'success' })
      onClose()
    },
  })
  const elsewhere = (groupId: number | null) =>
    groupId === group?.id ? undefined : groups.find(({ id }) => id === groupId)
  return (
    <FormModal
      title={group ? t('device_groups.action.edit_of', { name: group.name }) : t('device_groups.action.add')}
      failure={form.failure}
      action={t('common.action.save')}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <TextField {...form.text('name')} autoComplete="off" autoFocus />
      {devices.length > 0 && (
        <fieldset className={styles.choices}>
          <legend>{t('location_overview.devices.heading')}</legend>
          {devices.map(({ id, name, device_group_id }) => {
            const other = elsewhere(device_group_id)
            return (
              <Checkbox
                key={id}
                {...form.check(fieldOf(id))}
                label={
                  <>
                    {name}
                    {other && (
                      <span className={styles.soft}>
                        {' '}
                        · {t('device_groups.edit.now_in', { name: other.name })}
                      </span>
                    )}
                  </>
                }
              />
            )
          })}
        </fieldset>
      )}
    </FormModal>
  )
}

import type { ReplaceableDeviceView } from '@ohmstead/contract/devices-replacement'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { FormModal } from '../../shared/forms/form-modal.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText, FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './device-page.module.css'
import { replaceableDevicesQuery } from './replaceable-devices-query.ts'
import { useDeviceChanged } from './use-device-changed.ts'

/** Chooses the old device that this one takes over from. */
export function ReplaceModal({
  ids,
  onClose,
}: {
  ids: { locationId: number; deviceId: number }
  onClose: () => void
}) {
  const t = useT()
  const noteChanged = useDeviceChanged(ids)
  const { data: devices, error, refetch } = useQuery(replaceableDevicesQuery(ids))
  const [chosen, setChosen] = useState('')
  const replace = useMutation({
    mutationFn: () =>
      call('PUT /locations/:locationId/devices/:deviceId/replacement', {
        params: ids,
        body: { replaces: Number(chosen) },
      }),
    onSuccess: async () => {
      await noteChanged()
      onClose()
    },
  })
  const describe = ({ name, model, serial, controller_unit_id, is_sending }: ReplaceableDeviceView) =>
    [name, model, serial ?? controller_unit_id, is_sending ? t('devices.replace.sending') : null]
      .filter((part) => part !== null)
      .join(' · ')
  return (
    <FormModal
      title={t('devices.replace.action')}
      failure={replace.error ? errorText(replace.error, t) : null}
      action={t('devices.replace.confirm')}
      isDisabled={chosen === ''}
      isBusy={replace.isPending}
      onSubmit={() => replace.mutate()}
      onClose={onClose}
    >
      {devices ? (
        devices.length === 0 ? (
          <p className={styles.soft}>{t('devices.replace.none')}</p>
        ) : (
          <>
            <p>{t('devices.replace.text')}</p>
            <SelectField
              label={t('devices.replace.choose')}
              value={chosen}
              placeholder=""
              options={devices.map((old) => ({ value: String(old.id), label: describe(old) }))}
              onChange={setChosen}
            />
          </>
        )
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={120} radius={12} />
      )}
    </FormModal>
  )
}

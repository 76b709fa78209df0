import type { LocationDeviceView, LocationView } from '@ohmstead/contract/locations'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { showToast, undoToastMs } from '../../ui/toast-store.ts'
import { adoptGroups } from './adopt-groups.ts'

/** Puts a device into a group, or with null into none; can be undone. */
export function useMoveDevice(location: LocationView | undefined) {
  const t = useT()
  const queryClient = useQueryClient()

  async function write(device: LocationDeviceView, from: number | null, to: number | null): Promise<void> {
    const { id: locationId, devices, device_groups: groups } = location!
    const group = groups.find(({ id }) => id === (to ?? from))
    if (!group) return
    const others = devices.filter((one) => one.device_group_id === group.id && one.id !== device.id)
    const deviceIds = [...others.map(({ id }) => id), ...(to === null ? [] : [device.id])]
    await call('PUT /locations/:locationId/device-groups/:deviceGroupId', {
      params: { locationId, deviceGroupId: group.id },
      body: { name: group.name, deviceIds },
    })
    await adoptGroups(queryClient, locationId)
  }

  return async (device: LocationDeviceView, to: number | null): Promise<void> => {
    const from = device.device_group_id
    if (!location || from === to) return
    const fail = (error: unknown) => void showToast(errorText(error, t), { tone: 'danger' })
    try {
      await write(device, from, to)
    } catch (error) {
      return fail(error)
    }
    const group = location.device_groups.find(({ id }) => id === to)?.name ?? t('device_groups.list.loose')
    showToast(t('device_groups.done.moved', { name: device.name, group }), {
      tone: 'success',
      delayMs: undoToastMs,
      action: {
        label: t('common.action.undo'),
        run: () => void write(device, to, from).catch(fail),
        isUndo: true,
      },
    })
  }
}

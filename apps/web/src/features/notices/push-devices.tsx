import type { PushDeviceView } from '@ohmstead/contract/notices'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { noticeSettingsQuery, noticesKey } from '../../shared/notice-settings-query.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { SettingsRow } from '../../ui/settings-card.tsx'
import { Switch } from '../../ui/switch.tsx'
import { showToast } from '../../ui/toast-store.ts'
import {
  findOwnAddress,
  findPushAbility,
  type PushAbility,
  turnPushOff,
  turnPushOn,
} from './push-subscription.ts'
import { SendTest } from './send-test.tsx'

const ownAddressQuery = queryOptions({ queryKey: [...noticesKey, 'own-address'], queryFn: findOwnAddress })

const texts: Record<PushAbility, MessageKey> = {
  able: 'notices.push.text',
  unable: 'notices.push.unable',
  denied: 'notices.push.denied',
}

/** Notifications of this browser, and the others that are on. */
export function PushDevices({
  devices,
  publicKey,
}: {
  devices: readonly PushDeviceView[]
  publicKey: string
}) {
  const t = useT()
  const queryClient = useQueryClient()
  const { data: address = null } = useQuery(ownAddressQuery)
  const own = devices.find((device) => device.address === address)
  const ability = findPushAbility()
  const remove = async ({ id }: PushDeviceView) => {
    if (id === own?.id) await turnPushOff()
    await call('DELETE /notices/devices/:pushDeviceId', { params: { pushDeviceId: id } })
  }
  const change = useMutation({
    mutationFn: async (removed: PushDeviceView | null) => {
      if (removed) await remove(removed)
      else await turnPushOn(publicKey)
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(ownAddressQuery),
        queryClient.invalidateQueries(noticeSettingsQuery),
      ]),
  })
  return (
    <>
      <SettingsRow
        title={t('notices.push.title')}
        text={
          <>
            {t(own ? 'notices.push.text' : texts[ability])}
            {own && <SendTest deviceId={own.id} />}
          </>
        }
      >
        {(own || ability === 'able') && (
          <span>
            <Switch
              isLabelHidden
              label={t('notices.push.title')}
              checked={own !== undefined}
              isBusy={change.isPending}
              onChange={(isOn) => change.mutate(isOn ? null : (own ?? null))}
            />
          </span>
        )}
      </SettingsRow>
      {devices
        .filter((device) => device !== own)
        .map((device) => (
          <OtherDevice
            key={device.id}
            device={device}
            isBusy={change.isPending}
            onRemove={() => change.mutate(device)}
          />
        ))}
    </>
  )
}

function OtherDevice({
  device,
  isBusy,
  onRemove,
}: {
  device: PushDeviceView
  isBusy: boolean
  onRemove: () => void
}) {
  const t = useT()
  const format = useFormat()
  const { browser, system, created_at } = device
  const name =
    browser && system
      ? t('account.sessions.device', { browser, system })
      : (browser ?? system ?? t('account.sessions.unknown'))
  return (
    <SettingsRow title={name} text={t('notices.push.since', { time: format.dateTime(created_at) })}>
      <Button size="small" isBusy={isBusy} onClick={onRemove} aria-label={t('notices.push.remove', { name })}>
        {t('notices.push.off')}
      </Button>
    </SettingsRow>
  )
}

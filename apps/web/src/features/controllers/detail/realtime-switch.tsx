import type { ControllerPageView } from '@ohmstead/contract/controllers-page'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import {
  type ControllerIds,
  commandsKey,
  controllerPageQuery,
} from '../../../shared/controllers/controller-page-query.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { formatPersonName } from '../../../shared/people/person-name.ts'
import { errorText } from '../../../shared/states/page-states.tsx'
import { useNow } from '../../../shared/use-now.ts'
import { SettingsRow } from '../../../ui/settings-card.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { showToast } from '../../../ui/toast-store.ts'

/** A faster pace for ten minutes; everybody sees until when it is on and who asked for it. */
export function RealtimeSwitch({
  ids,
  realtime,
  isOnline,
  mayControl,
  timeZone,
}: {
  ids: ControllerIds
  realtime: ControllerPageView['realtime']
  isOnline: boolean
  mayControl: boolean
  timeZone: string | undefined
}) {
  const t = useT()
  const format = useFormat()
  const queryClient = useQueryClient()
  const now = useNow(1000)
  const active = realtime !== null && realtime.until > now ? realtime : null
  const change = useMutation({
    mutationFn: (isActive: boolean) =>
      call('PUT /locations/:locationId/controllers/:controllerId/realtime', {
        params: { ...ids },
        body: { active: isActive },
      }),
    onSuccess: (answer) => {
      queryClient.setQueryData(controllerPageQuery(ids).queryKey, (page) => page && { ...page, ...answer })
      void queryClient.invalidateQueries({ queryKey: commandsKey(ids) })
    },
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
  })
  const time = active && format.time(active.until, timeZone)
  const text =
    time === null
      ? t('controllers.detail.realtime_text')
      : active?.by
        ? t('controllers.detail.realtime_until_by', { time, name: formatPersonName(active.by) })
        : t('controllers.detail.realtime_until', { time })
  const locked = !isOnline ? t('errors.controller_offline') : mayControl ? undefined : t('errors.not_allowed')
  return (
    <SettingsRow title={t('controllers.detail.realtime')} text={text}>
      <Switch
        label={t(active ? 'charts.device.on' : 'charts.device.off')}
        checked={active !== null}
        isBusy={change.isPending}
        onChange={(isActive) => change.mutate(isActive)}
        {...(locked !== undefined && { lockedBecause: locked })}
      />
    </SettingsRow>
  )
}

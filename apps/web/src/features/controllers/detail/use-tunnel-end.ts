import type { TunnelView } from '@ohmstead/contract/tunnel'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { formatPersonName } from '../../../shared/people/person-name.ts'

/** When the last tunnel was closed and why, in sentences. */
export function useTunnelEnd(timeZone: string | undefined): (tunnel: TunnelView) => string {
  const t = useT()
  const format = useFormat()
  return ({ closed_at, closed_by, end, detail }) => {
    const closed =
      closed_at === null ? [] : [t('controllers.tunnel.last', { time: format.dateTime(closed_at, timeZone) })]
    const why =
      end === 'pressed' && closed_by
        ? [t('controllers.tunnel.end.pressed_by', { name: formatPersonName(closed_by) })]
        : end
          ? [t(`controllers.tunnel.end.${end}`)]
          : []
    return [...closed, ...why, ...(detail ? [detail] : [])].join(' ')
  }
}

import type { TunnelView } from '@ohmstead/contract/tunnel'
import { usualTunnelMinutes } from '@ohmstead/domain/fleet/tunnel-terms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { type ControllerIds, tunnelQuery } from '../../../shared/controllers/controller-page-query.ts'
import { useBytes } from '../../../shared/i18n/use-bytes.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { formatPersonName } from '../../../shared/people/person-name.ts'
import { errorText } from '../../../shared/states/page-states.tsx'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import styles from './tunnel-panel.module.css'

const path = '/locations/:locationId/controllers/:controllerId/tunnel'

/** A tunnel that is open or about to be: everybody sees whose it is, and who may, uses it. */
export function OpenTunnel({
  ids,
  tunnel,
  mayOpen,
  timeZone,
}: {
  ids: ControllerIds
  tunnel: TunnelView
  mayOpen: boolean
  timeZone: string | undefined
}) {
  const t = useT()
  const format = useFormat()
  const formatBytes = useBytes()
  const queryClient = useQueryClient()
  const time = format.time(tunnel.expires_at, timeZone)
  const lines = [
    tunnel.opened_by
      ? t('controllers.tunnel.open_until_by', { name: formatPersonName(tunnel.opened_by), time })
      : t('controllers.tunnel.open_until', { time }),
    ...(tunnel.reason ? [t('controllers.tunnel.reason_given', { reason: tunnel.reason })] : []),
    ...(tunnel.bytes > 0 ? [t('controllers.tunnel.traffic', { size: formatBytes(tunnel.bytes) })] : []),
  ]
  const show = (answer: { tunnel: TunnelView | null }) =>
    queryClient.setQueryData(tunnelQuery(ids).queryKey, (known) => known && { ...known, ...answer })
  const fail = (error: Error) => {
    showToast(errorText(error, t), { tone: 'danger' })
    void queryClient.invalidateQueries({ queryKey: tunnelQuery(ids).queryKey })
  }
  const close = useMutation({
    mutationFn: () => call(`DELETE ${path}`, { params: { ...ids } }),
    onSuccess: show,
    onError: fail,
  })
  const extend = useMutation({
    mutationFn: () => call(`PUT ${path}`, { params: { ...ids }, body: { minutes: usualTunnelMinutes } }),
    onSuccess: show,
    onError: fail,
  })
  const enter = useMutation({
    mutationFn: async (page: Window | null) => {
      try {
        const { url } = await call(`POST ${path}/visits`, { params: { ...ids } })
        if (page) page.location.href = url
      } catch (error) {
        page?.close()
        throw error
      }
    },
    onError: fail,
  })
  return (
    <div className={styles.open} role="status">
      <div>
        {tunnel.state === 'opening' && <p className={styles.opening}>{t('controllers.tunnel.opening')}</p>}
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {mayOpen && (
        <div className={styles.actions}>
          {tunnel.state === 'open' && (
            <>
              <Button
                variant="primary"
                isBusy={enter.isPending}
                // Opened at the press, or browsers would take it for a pop-up; it learns nothing of this page.
                onClick={() => enter.mutate(openWindow())}
              >
                {t('controllers.tunnel.show_page')}
              </Button>
              <Button isBusy={extend.isPending} onClick={() => extend.mutate()}>
                {t('controllers.tunnel.extend')}
              </Button>
            </>
          )}
          <Button variant="quiet" isBusy={close.isPending} onClick={() => close.mutate()}>
            {t('controllers.tunnel.close')}
          </Button>
        </div>
      )}
    </div>
  )
}

function openWindow(): Window | null {
  const page = window.open('', '_blank')
  if (page) page.opener = null
  return page
}

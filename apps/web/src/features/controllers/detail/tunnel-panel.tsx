import { useQuery } from '@tanstack/react-query'
import { type ControllerIds, tunnelQuery } from '../../../shared/controllers/controller-page-query.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { FailedState, Skeleton } from '../../../shared/states/page-states.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { OpenTunnel } from './open-tunnel.tsx'
import { OpenTunnelForm } from './open-tunnel-form.tsx'
import styles from './tunnel-panel.module.css'
import { useTunnelEnd } from './use-tunnel-end.ts'

interface TunnelPanelProps {
  ids: ControllerIds
  isOnline: boolean
  /** Whether they may change and control the location. */
  mayOpen: boolean
  timeZone: string | undefined
}

/** The controller's own page through a tunnel: who has it open and until when, and the way there. */
export function TunnelPanel({ ids, isOnline, mayOpen, timeZone }: TunnelPanelProps) {
  const t = useT()
  const { data, error, refetch } = useQuery(tunnelQuery(ids))
  const describeEnd = useTunnelEnd(timeZone)
  const isOpen = data?.tunnel && data.tunnel.state !== 'closed'
  const reason = !data
    ? null
    : !data.is_set_up
      ? t('errors.tunnel_not_set_up')
      : !isOnline
        ? t('controllers.notice.tunnel_unavailable')
        : !data.is_supported
          ? t('errors.tunnel_unsupported')
          : !mayOpen
            ? t('errors.not_allowed')
            : null
  return (
    <Panel heading={t('controllers.tunnel.heading')} lead={t('controllers.tunnel.text')}>
      <div className={styles.body}>
        {!data && error && <FailedState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={72} radius={8} />}
        {data?.tunnel?.state === 'closed' && <p className={styles.soft}>{describeEnd(data.tunnel)}</p>}
        {data?.tunnel && isOpen && (
          <OpenTunnel ids={ids} tunnel={data.tunnel} mayOpen={mayOpen} timeZone={timeZone} />
        )}
        {data && !isOpen && reason !== null && <p className={styles.soft}>{reason}</p>}
        {data && !isOpen && reason === null && <OpenTunnelForm ids={ids} isMetered={data.is_metered} />}
      </div>
    </Panel>
  )
}

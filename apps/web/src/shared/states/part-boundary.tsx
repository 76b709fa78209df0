import { IconRefresh, IconWifiOff } from '@tabler/icons-react'
import { Component, type ReactNode, useEffect, useState } from 'react'
import { PartLoadError } from '../../lib/load-part.ts'
import { Button } from '../../ui/button.tsx'
import { useT } from '../i18n/use-t.ts'
import { useCloudReachable } from '../use-cloud-reachable.ts'
import { EmptyState } from './page-states.tsx'

/** Catches a part that failed to load or to render; the rest of the page stays. */
export class PartBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override render() {
    const { error } = this.state
    return error ? (
      <BrokenPart error={error} onRetry={() => this.setState({ error: null })} />
    ) : (
      this.props.children
    )
  }
}

/**
 * A newer version replaced the files, or something broke: a reload fixes both. Without a connection it would
 * lose the page instead, so missing parts are retried once the cloud answers.
 */
export function BrokenPart({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT()
  const isReachable = useCloudReachable()
  const isChunk = error instanceof PartLoadError
  const [isMissing] = useState(isChunk && !isReachable)
  useEffect(() => {
    if (isMissing && isReachable) onRetry()
  }, [isMissing, isReachable, onRetry])
  if (isMissing)
    return (
      <EmptyState
        isPage
        icon={<IconWifiOff size={22} />}
        title={t('states.offline.title')}
        text={t('states.offline.text')}
      />
    )
  return (
    <div role="alert">
      <EmptyState
        isPage
        icon={<IconRefresh size={22} />}
        title={t(isChunk ? 'states.chunk.title' : 'states.crash.title')}
        text={t(isChunk ? 'states.chunk.text' : 'states.crash.text')}
      >
        <Button variant="primary" onClick={() => window.location.reload()}>
          {t('common.action.reload')}
        </Button>
      </EmptyState>
    </div>
  )
}

import { IconRefresh } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { PartLoadError } from '../../lib/load-part.ts'
import { Button } from '../../ui/button.tsx'
import { useT } from '../i18n/use-t.ts'
import { EmptyState } from './page-states.tsx'

/** Catches a part that could not be fetched or broke while drawing; the rest of the page stays. */
export class PartBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override render() {
    return this.state.error ? <BrokenPart error={this.state.error} /> : this.props.children
  }
}

/** A newer version replaced the files, or something broke: either way a reload mends it. */
export function BrokenPart({ error }: { error: unknown }) {
  const t = useT()
  const isChunk = error instanceof PartLoadError
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

import type { ControllerMessageView } from '@ohmstead/contract/controllers-page'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ControllerIds,
  controllerMessagesQuery,
} from '../../../shared/controllers/controller-page-query.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { FailedState, Skeleton } from '../../../shared/states/page-states.tsx'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import styles from './messages-panel.module.css'

/** The newest messages as they arrive, with what was rejected of each and why; only on request, since they are kept only then. */
export function MessagesPanel({ ids, timeZone }: { ids: ControllerIds; timeZone: string | undefined }) {
  const t = useT()
  const [isWatching, setWatching] = useState(false)
  return (
    <Panel
      heading={t('controllers.detail.messages')}
      lead={t('controllers.detail.messages_text')}
      tools={
        !isWatching && (
          <Button size="small" onClick={() => setWatching(true)}>
            {t('controllers.detail.messages_show')}
          </Button>
        )
      }
    >
      {isWatching && <Messages ids={ids} timeZone={timeZone} />}
    </Panel>
  )
}

function Messages({ ids, timeZone }: { ids: ControllerIds; timeZone: string | undefined }) {
  const t = useT()
  const { data, error, refetch } = useQuery(controllerMessagesQuery(ids))
  if (!data && error) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={80} radius={8} />
  if (data.length === 0) return <p className={styles.soft}>{t('controllers.detail.messages_none')}</p>
  return (
    <ul className={styles.list}>
      {data.map((message) => (
        <Message key={message.id} message={message} timeZone={timeZone} />
      ))}
    </ul>
  )
}

function Message({ message, timeZone }: { message: ControllerMessageView; timeZone: string | undefined }) {
  const t = useT()
  const format = useFormat()
  const { at, topic, outcome, refusals, payload } = message
  return (
    <li>
      <div className={styles.top}>
        <time>{format.time(at, timeZone, true)}</time>
        <span className={styles.outcome} data-outcome={outcome}>
          {t(`controllers.detail.outcome.${outcome}`)}
        </span>
        <span className={styles.topic}>{topic.replace(/^ems\/v1\/[^/]+\//, '')}</span>
      </div>
      {refusals.map(({ reason, detail }) => (
        <p key={`${reason} ${detail}`} className={styles.reason}>
          {t(`controllers.refusal.${reason}`)}
          {/* What went wrong with us tells them nothing. */}
          {reason !== 'failed' && <small lang="en"> {detail}</small>}
        </p>
      ))}
      {payload && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre className={styles.payload} tabIndex={0}>
          {payload}
        </pre>
      )}
    </li>
  )
}

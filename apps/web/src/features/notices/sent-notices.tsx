import type { NoticeView } from '@ohmstead/contract/notices'
import { IconBellCheck, IconBellPause, IconBellX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPaths } from '../../shared/paths.ts'
import { FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './notices.module.css'
import { sentNoticesQuery } from './notices-query.ts'

/** What one was told within 90 days, and why not of the rest. */
export function SentNotices() {
  const t = useT()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(sentNoticesQuery)
  const notices = data?.pages.flatMap((page) => page.notices) ?? []
  return (
    <Panel heading={t('notices.sent.title')}>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} radius={10} />}
      {data && notices.length === 0 && <p className={styles.soft}>{t('notices.sent.empty')}</p>}
      {notices.length > 0 && (
        <ul className={styles.sent}>
          {notices.map((notice) => (
            <Sent key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('outbox.older')}
        </Button>
      )}
    </Panel>
  )
}

const icons = { sent: IconBellCheck, waiting: IconBellPause, dropped: IconBellX, failed: IconBellX }
const knownReasons = ['over', 'back', 'seen', 'off', 'no_access'] as const

function Sent({ notice }: { notice: NoticeView }) {
  const t = useT()
  const format = useFormat()
  const { state, kind, type, alarm_id, location_id, location_name, reason, created_at, due_at, done_at } =
    notice
  const Icon = icons[state]
  const what =
    kind === 'test'
      ? t('notices.test.title')
      : type === null
        ? t('notices.sent.platform')
        : t(`alarms.type.${type}`)
  const why = knownReasons.find((known) => known === reason)
  const facts = [
    location_name,
    kind === 'cleared' ? t('notices.sent.over') : null,
    t(`notices.state.${state}`, {
      time: format.dateTime((state === 'waiting' ? due_at : done_at) ?? created_at),
    }),
    why ? t(`notices.reason.${why}`) : null,
  ]
  return (
    <li data-state={state}>
      <Icon size={18} stroke={1.6} aria-hidden />
      <div>
        {alarm_id !== null && location_id !== null ? (
          <Link to={locationPaths.alarm({ locationId: location_id }, alarm_id)}>{what}</Link>
        ) : (
          <span>{what}</span>
        )}
        <p>{facts.filter((fact) => fact !== null).join(' · ')}</p>
      </div>
    </li>
  )
}

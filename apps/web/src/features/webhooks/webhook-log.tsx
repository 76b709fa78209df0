import type { WebhookDeliveryView } from '@ohmstead/contract/webhooks'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPaths } from '../../shared/paths.ts'
import { FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { useReason } from './use-reason.ts'
import styles from './webhooks.module.css'
import { deliveriesQuery, type WebhookPlace } from './webhooks-query.ts'

/** What a webhook was sent within 90 days, and what became of it. */
export function WebhookLog({ place, id }: { place: WebhookPlace; id: number }) {
  const t = useT()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    deliveriesQuery(place, id),
  )
  const deliveries = data?.pages.flatMap((page) => page.deliveries) ?? []
  return (
    <>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={80} radius={10} />}
      {data && deliveries.length === 0 && <p className={styles.soft}>{t('webhooks.log.empty')}</p>}
      {deliveries.length > 0 && (
        <ul className={styles.log} aria-live="polite">
          {deliveries.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button size="small" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('webhooks.log.older')}
        </Button>
      )}
    </>
  )
}

const icons = { sent: IconCheck, waiting: IconClock, dropped: IconX, failed: IconX }

function Delivery({ delivery }: { delivery: WebhookDeliveryView }) {
  const t = useT()
  const format = useFormat()
  const reasonOf = useReason()
  const { kind, type, alarm_id, location_id, location_name, state, reason, created_at, done_at } = delivery
  const Icon = icons[state]
  const what =
    kind === 'test'
      ? t('webhooks.log.test')
      : type === null
        ? t('notices.sent.platform')
        : t(`alarms.type.${type}`)
  const time = format.dateTime(done_at ?? created_at)
  const facts = [
    location_name,
    kind === 'cleared' ? t('notices.sent.over') : null,
    state === 'waiting' ? time : t(`notices.state.${state}`, { time }),
    reasonOf(reason),
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
        <p className={styles.soft}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
    </li>
  )
}

import type { Days } from '@ohmstead/domain/portal/so-far'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { useT } from '../i18n/use-t.ts'
import { findShownSoFar } from '../portal/find-shown-so-far.ts'
import { usePortalDevice } from '../portal/use-portal-devices.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../states/page-states.tsx'
import noteStyles from './case-notes.module.css'
import type { CaseQuality } from './load-case.ts'
import { SlowWork } from './slow-work.tsx'
import styles from './what-if.module.css'

interface WorkedAnswerProps<Answer extends { quality: CaseQuality }> {
  /** Its answer is null without readings. */
  work: ComponentProps<typeof SlowWork>['sweep'] & { query: UseQueryResult<Answer | null> }
  label: string
  icon: ReactNode
  /** The assumptions, editable while there is no answer. */
  form: ReactNode
  /** `soFar` are the days it rests on while an import still brings the others. */
  children: (answer: Answer, soFar: Days | null) => ReactNode
}

/** The page of a what-if in each of its states; an outdated answer stays until the next one. */
export function WorkedAnswer<Answer extends { quality: CaseQuality }>({
  work,
  label,
  icon,
  form,
  children,
}: WorkedAnswerProps<Answer>) {
  const t = useT()
  const { device, selection } = usePortalDevice()
  const { query } = work
  const answer = query.data
  if (answer === null)
    return (
      <EmptyState
        isPage
        icon={icon}
        title={t('portal.data.empty_title')}
        text={t('portal.data.empty_range')}
      />
    )
  const retry = () => void query.refetch()
  return (
    <div className={styles.page}>
      {/* Before the answer: it changes the meaning of its figures. */}
      {device?.consumerInfo?.netMetering && (
        <p className={noteStyles.notes}>{t('what_if.note.net_metering')}</p>
      )}
      <SlowWork sweep={work} label={label} hasAnswer={answer !== undefined} />
      {query.isError && answer && (
        <FailedStrip error={query.error} knownAt={query.dataUpdatedAt} onRetry={retry} />
      )}
      {query.isError && !answer && <FailedState isPage error={query.error} onRetry={retry} />}
      {answer ? (
        <div className={styles.answer} data-outdated={query.isPlaceholderData || undefined}>
          {children(
            answer,
            device && findShownSoFar(answer.quality, selection, device.readings, query.isPlaceholderData),
          )}
        </div>
      ) : (
        <>
          {!query.isError && !work.isStopped && (
            <div className={styles.page} aria-busy>
              <Skeleton width="70%" height={34} />
              <Skeleton height={96} radius={16} />
              <Skeleton height={360} radius={16} />
            </div>
          )}
          {form}
        </>
      )}
    </div>
  )
}

import type { AlarmRuleDraft } from '@ohmstead/contract/alarm-rules'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../shared/i18n/use-t.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { useDelayed } from '../../shared/use-delayed.ts'
import styles from './alarm-rules.module.css'
import { type RulePlace, rulePreviewQuery } from './alarm-rules-query.ts'
import { PreviewFound } from './preview-found.tsx'
import { SomeOfMany } from './some-of-many.tsx'

/** What a rule would have done in the last 30 days: how often, where and when. */
export function RulePreview({ place, draft }: { place: RulePlace; draft: AlarmRuleDraft }) {
  const t = useT()
  // While somebody types, nothing is asked.
  const settled = useDelayed(JSON.stringify(draft), 600)
  const asked = JSON.parse(settled) as AlarmRuleDraft
  const { data, error, isFetching, refetch } = useQuery(rulePreviewQuery(place, asked))
  return (
    <section className={styles.preview} aria-busy={isFetching} aria-label={t('alarm_rules.preview.heading')}>
      <h3>{t('alarm_rules.preview.heading')}</h3>
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} radius={12} />}
      {data && 'locationGroupId' in place && data.lookedAt < data.locations ? (
        // Another rule is another look.
        <SomeOfMany key={settled} groupId={place.locationGroupId} some={data} draft={asked} />
      ) : (
        data && <PreviewFound found={data} draft={asked} />
      )}
    </section>
  )
}

import type { TimePlanSeason } from '@ohmstead/domain/pricing/time-plan'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import type { TimePlanView } from '../../shared/pricing/time-plans-query.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PlanRow } from './plan-row.tsx'
import { RemoveModal } from './remove-modal.tsx'
import { SeasonModal } from './season-modal.tsx'
import styles from './time-of-use.module.css'

/** The seasons of a plan, by their first day. */
export function SeasonsPanel({
  plan,
  isLocked,
  onWritten,
  onSaved,
}: {
  plan: TimePlanView
  isLocked: boolean
  onWritten: (version: number) => void
  onSaved: (seasonId: number) => void
}) {
  const t = useT()
  const formatDay = useFormatDay()
  const [edited, setEdited] = useState<TimePlanSeason | 'new' | null>(null)
  const [removed, setRemoved] = useState<TimePlanSeason | null>(null)
  const { seasons, isInUse } = plan
  const first = seasons[0]
  return (
    <Panel
      heading={t('time_of_use.season.heading')}
      lead={first && t('time_of_use.season.begins', { day: formatDay(first.validFrom) })}
      tools={
        !isLocked && (
          <Button size="small" onClick={() => setEdited('new')}>
            <IconPlus size={14} aria-hidden />
            {t('time_of_use.season.add')}
          </Button>
        )
      }
    >
      {seasons.length === 0 && <p className={styles.soft}>{t('errors.season_required')}</p>}
      {seasons.length > 0 && (
        <ul className={styles.rows}>
          {seasons.map((season) => (
            <PlanRow
              key={season.id}
              title={season.title}
              text={t(season.repeatsYearly ? 'time_of_use.season.from_yearly' : 'time_of_use.season.from', {
                day: formatDay(season.validFrom),
              })}
              editLabel={isLocked ? null : t('time_of_use.season.edit', { title: season.title })}
              deleteLabel={
                isLocked || (isInUse && seasons.length === 1)
                  ? null
                  : t('time_of_use.season.delete', { title: season.title })
              }
              onEdit={() => setEdited(season)}
              onDelete={() => setRemoved(season)}
            />
          ))}
        </ul>
      )}
      {edited && (
        <SeasonModal
          plan={plan}
          season={edited === 'new' ? null : edited}
          onWritten={onWritten}
          onSaved={onSaved}
          onClose={() => setEdited(null)}
        />
      )}
      {removed && (
        <RemoveModal
          title={t('time_of_use.season.delete', { title: removed.title })}
          text={t('time_of_use.season.delete_text')}
          onRemove={async () => {
            const { version } = await call('DELETE /timeplans/:timePlanId/seasons/:seasonId', {
              params: { timePlanId: plan.id, seasonId: removed.id },
              query: { version: plan.version },
            })
            onWritten(version)
          }}
          onClose={() => setRemoved(null)}
        />
      )}
    </Panel>
  )
}

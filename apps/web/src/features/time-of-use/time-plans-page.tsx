import { IconCalendarTime, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { type ListedTimePlan, timePlansQuery } from '../../shared/pricing/time-plans-query.ts'
import { usePriceWords } from '../../shared/pricing/use-price-words.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { PlanModal } from './plan-modal.tsx'
import { RemoveModal } from './remove-modal.tsx'
import styles from './time-of-use.module.css'

type Dialog = { kind: 'add' } | { kind: 'copy' | 'remove'; plan: ListedTimePlan }

/** All time-of-use plans of the platform. */
export function TimePlansPage() {
  const t = useT()
  const navigate = useNavigate()
  const { data: plans, error, refetch } = useQuery(timePlansQuery)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const open = (timePlanId: number) => void navigate({ to: paths.timePlan(timePlanId) })
  if (!plans && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  return (
    <div className={styles.page}>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <header className={styles.head}>
        <div>
          <h1>{t('titles.time_of_use')}</h1>
          <p>{t('time_of_use.page.lead')}</p>
        </div>
        <Button variant="primary" onClick={() => setDialog({ kind: 'add' })}>
          <IconPlus size={16} aria-hidden />
          {t('time_of_use.plan.add')}
        </Button>
      </header>
      {!plans && <Skeleton height={240} radius={16} />}
      {plans?.length === 0 && (
        <EmptyState
          icon={<IconCalendarTime size={22} />}
          title={t('time_of_use.list.empty')}
          text={t('time_of_use.list.empty_text')}
        />
      )}
      {plans && plans.length > 0 && (
        <ul className={styles.list} aria-label={t('titles.time_of_use')}>
          {plans.map((plan) => (
            <PlanRow key={plan.id} plan={plan} onOpen={setDialog} />
          ))}
        </ul>
      )}
      {dialog?.kind === 'add' && <PlanModal onSaved={open} onClose={close} />}
      {dialog?.kind === 'copy' && <PlanModal source={dialog.plan} onSaved={open} onClose={close} />}
      {dialog?.kind === 'remove' && (
        <RemoveModal
          title={t('time_of_use.plan.delete', { title: dialog.plan.title })}
          text={t('time_of_use.plan.delete_text')}
          onRemove={() =>
            call('DELETE /timeplans/:timePlanId', {
              params: { timePlanId: dialog.plan.id },
              query: { version: dialog.plan.version },
            })
          }
          onClose={close}
        />
      )}
    </div>
  )
}

function PlanRow({ plan, onOpen }: { plan: ListedTimePlan; onOpen: (dialog: Dialog) => void }) {
  const t = useT()
  const words = usePriceWords()
  const { id, color, blocks, seasonCount, isInUse, isComplete, libraryKey } = plan
  const title = libraryKey === null ? plan.title : words.name(plan.title)
  const notes = [
    t('time_of_use.count.seasons', { count: seasonCount }),
    t('time_of_use.count.blocks', { count: blocks.length }),
    ...(libraryKey === null ? [] : [t('time_of_use.list.library')]),
    ...(isInUse ? [t('time_of_use.list.in_use')] : []),
  ]
  return (
    <li className={styles.row}>
      <span className={styles.swatch} style={{ background: color }} aria-hidden />
      <div className={styles.what}>
        <h2>
          <Link to={paths.timePlan(id)}>{title}</Link>
        </h2>
        <p className={styles.soft}>{notes.join(' · ')}</p>
        {!isComplete && <p className={styles.warning}>{t('time_of_use.list.incomplete')}</p>}
      </div>
      <div className={styles.actions}>
        <Button
          size="small"
          aria-label={t('time_of_use.plan.copy_of', { title })}
          onClick={() => onOpen({ kind: 'copy', plan: { ...plan, title } })}
        >
          {t('time_of_use.action.copy')}
        </Button>
        {libraryKey === null && !isInUse && (
          <Button
            size="small"
            variant="quiet"
            aria-label={t('time_of_use.plan.delete', { title })}
            onClick={() => onOpen({ kind: 'remove', plan })}
          >
            {t('time_of_use.action.delete')}
          </Button>
        )}
      </div>
    </li>
  )
}

import type { PriceListView } from '@ohmstead/contract/price-lists'
import type { RatePlanView } from '@ohmstead/contract/rate-plans'
import { checkValue, nameRules } from '@ohmstead/domain/forms/form-rules'
import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { fieldError } from '../../shared/forms/field-error.ts'
import { usePageLeave } from '../../shared/forms/use-page-leave.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { PlanTimeline } from '../../shared/pricing/plan-timeline.tsx'
import { PricesHead } from '../../shared/pricing/prices-head.tsx'
import type { PricesScope } from '../../shared/pricing/prices-scope.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import { Button } from '../../ui/button.tsx'
import formStyles from '../../ui/form.module.css'
import { TextField } from '../../ui/text-field.tsx'
import { describeEntryProblems } from './entry-problems.ts'
import { EntryRow } from './entry-row.tsx'
import { PlanActions } from './plan-actions.tsx'
import { PlanChange } from './plan-change.tsx'
import { PlanConflict } from './plan-conflict.tsx'
import { drawnEntries, startOfNext, toEntries } from './rate-plan-draft.ts'
import styles from './rate-plans.module.css'
import { ReplaceFromForm } from './replace-from-form.tsx'
import { usePlanForm } from './use-plan-form.ts'

interface PlanEditorProps {
  scope: PricesScope
  /** Those that may be used here. */
  lists: readonly PriceListView[]
  plan: RatePlanView | null
}

/** Which list holds when. What would be refused is said while it is typed. */
export function PlanEditor({ scope, lists, plan }: PlanEditorProps) {
  const t = useT()
  const today = useToday()
  const form = usePlanForm(scope, plan)
  const { base, name, entries, newer, setEntries } = form
  const [isChecked, setChecked] = useState(false)
  const mayEdit = base === null || base.canEdit
  const names = new Map<number, string>([
    ...(base?.entries ?? []).map((one) => [one.priceListId, one.priceListName] as const),
    ...lists.map((list) => [list.id, list.name] as const),
  ])
  const problems = describeEntryProblems(entries, lists, names, t)
  const nameProblem = checkValue(name, nameRules(200))
  const plain = useMemo(() => toEntries(entries), [entries])
  const isChanged = base !== null && JSON.stringify(plain) !== JSON.stringify(toEntries(base.entries))
  const drawn = drawnEntries(entries, names)
  const change = (place: number, part: Partial<RatePlanEntry>) =>
    setEntries(entries.map((entry, at) => (at === place ? { ...entry, ...part } : entry)))
  const save = () => {
    setChecked(true)
    if (problems.size === 0 && !nameProblem) form.save()
  }
  const isTyped = isChanged || name !== (base?.name ?? '') || (base === null && entries.length > 0)
  const leaving = usePageLeave(() => isTyped && !form.isDone(), 'form')
  const next = { priceListId: 0, validFrom: startOfNext(entries, today), validTo: null }
  return (
    <div className={styles.page}>
      {leaving}
      <PricesHead
        parent={{ to: scope.paths.plans, title: t('titles.rate_plans') }}
        title={base?.name ?? t('titles.new_rate_plan')}
        lead={t(mayEdit ? 'rate_plans.lead' : 'rate_plans.read_only')}
      >
        {base && <PlanActions scope={scope} plan={base} />}
      </PricesHead>
      {newer && (
        <PlanConflict
          newer={newer}
          isBusy={form.isBusy}
          onTakeTheirs={form.takeTheirs}
          onKeepMine={form.keepMine}
        />
      )}
      {drawn.length > 0 && <PlanTimeline entries={drawn} today={today} />}
      <fieldset className={styles.form} disabled={!mayEdit}>
        <TextField
          name="name"
          label={t('price_lists.field.name')}
          value={name}
          error={
            isChecked && nameProblem ? fieldError(nameProblem, t('price_lists.field.name'), t) : undefined
          }
          onChange={form.setName}
        />
        {lists.length === 0 && mayEdit && <p className={styles.soft}>{t('rate_plans.no_lists')}</p>}
        <ol className={styles.entries} aria-label={t('rate_plans.entries')}>
          {entries.map((entry, place) => (
            <EntryRow
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity besides their place
              key={place}
              entry={entry}
              lists={lists}
              names={names}
              today={today}
              problem={problems.get(place)}
              onChange={(part) => change(place, part)}
              onSplit={(parts) => setEntries(entries.flatMap((one, at) => (at === place ? parts : [one])))}
              onRemove={() => setEntries(entries.filter((_, at) => at !== place))}
            />
          ))}
        </ol>
        {mayEdit && (
          <div className={styles.row}>
            <Button onClick={() => setEntries([...entries, next])}>
              <IconPlus size={16} aria-hidden />
              {t('rate_plans.action.add_entry')}
            </Button>
            {entries.length > 0 && (
              <ReplaceFromForm lists={lists} entries={entries} today={today} onChange={setEntries} />
            )}
          </div>
        )}
      </fieldset>
      {base && base.locations.length > 0 && (
        <p className={styles.soft}>
          {t('price_lists.plan.changes_for', {
            names: base.locations.map((location) => location.name).join(', '),
          })}
        </p>
      )}
      {base?.isInUse && isChanged && problems.size === 0 && (
        <PlanChange base={base} lists={lists} entries={plain} today={today} />
      )}
      {base?.canEdit && isTyped && (
        <TextField
          name="reason"
          label={t('price_lists.field.reason')}
          value={form.reason}
          maxLength={500}
          onChange={form.setReason}
        />
      )}
      {form.failure !== null && !newer && (
        <p className={formStyles.error} role="alert">
          {form.failure}
        </p>
      )}
      {mayEdit && (
        <div className={styles.actions}>
          <Button variant="primary" isBusy={form.isBusy} onClick={save}>
            {t(base === null ? 'rate_plans.action.create' : 'common.action.save')}
          </Button>
        </div>
      )}
    </div>
  )
}

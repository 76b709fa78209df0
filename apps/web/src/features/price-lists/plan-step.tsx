import type { RatePlanView } from '@ohmstead/contract/rate-plans'
import { liesWithin, replaceFrom } from '@ohmstead/domain/pricing/rate-plan'
import { useQuery } from '@tanstack/react-query'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import fieldStyles from '../../shared/pricing/fields/price-fields.module.css'
import { PlanTimeline } from '../../shared/pricing/plan-timeline.tsx'
import { ratePlansQuery } from '../../shared/pricing/price-lists-query.ts'
import type { PricesScope } from '../../shared/pricing/prices-scope.ts'
import { FailedStrip } from '../../shared/states/page-states.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { PriceListDraft } from './price-list-draft.ts'
import styles from './price-list-wizard.module.css'

/** What to do with a new list: a plan's id, a new plan, or nothing yet. */
export interface PlanChoice {
  plan: number | 'new' | 'none'
  /** From which day it holds in the plan. */
  from: string
}

/** The plan's entries with the list in force from the chosen day; null if the list does not hold then. */
export function entriesWith(
  plan: Pick<RatePlanView, 'entries'> | null,
  priceListId: number,
  { from }: PlanChoice,
  draft: Pick<PriceListDraft, 'validFrom' | 'validTo'>,
) {
  const own = { validFrom: from, validTo: draft.validTo }
  if (from === '' || !liesWithin(own, draft) || (draft.validTo !== null && from > draft.validTo)) return null
  return replaceFrom(plan?.entries ?? [], priceListId, from, draft.validTo)
}

interface PlanStepProps {
  scope: PricesScope
  draft: PriceListDraft
  choice: PlanChoice
  today: string
  onChange: (choice: PlanChoice) => void
}

/** Puts a new list into a utility rate plan from a day on, and shows what the plan is then. */
export function PlanStep({ scope, draft, choice, today, onChange }: PlanStepProps) {
  const t = useT()
  const { data: plans = [], error, refetch } = useQuery(ratePlansQuery(scope))
  const editable = plans.filter(({ canEdit }) => canEdit)
  const plan = editable.find(({ id }) => id === choice.plan) ?? null
  const names = new Map(plan?.entries.map(({ priceListId, priceListName }) => [priceListId, priceListName]))
  const entries = choice.plan === 'none' ? [] : entriesWith(plan, 0, choice, draft)
  return (
    <div className={styles.step}>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <p className={styles.soft}>{t('price_lists.plan.lead')}</p>
      <div className={fieldStyles.fields}>
        <SelectField
          label={t('price_lists.plan.which')}
          value={String(choice.plan)}
          options={[
            { value: 'none', label: t('price_lists.plan.none') },
            {
              value: 'new',
              label: t(scope.locationId === null ? 'price_lists.plan.new' : 'price_lists.plan.new_here'),
            },
            ...editable.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(value) =>
            onChange({ ...choice, plan: value === 'none' || value === 'new' ? value : Number(value) })
          }
        />
        {choice.plan !== 'none' && (
          <DayField
            mayBeLater
            required
            name="planFrom"
            label={t('price_lists.plan.from')}
            pickLabel={t('price_lists.field.pick_day')}
            day={choice.from}
            today={today}
            isWrong={entries === null}
            onChange={(from) => onChange({ ...choice, from })}
          />
        )}
      </div>
      {entries === null && (
        <p className={styles.problem} role="alert">
          {t('price_lists.plan.outside')}
        </p>
      )}
      {entries !== null && entries.length > 0 && (
        <>
          <PlanTimeline
            today={today}
            entries={entries.map((entry) => ({
              ...entry,
              priceListName: names.get(entry.priceListId) ?? draft.name,
            }))}
          />
          {plan && plan.locations.length > 0 && (
            <p className={styles.soft}>
              {t('price_lists.plan.changes_for', {
                names: plan.locations.map(({ name }) => name).join(', '),
              })}
            </p>
          )}
        </>
      )}
    </div>
  )
}

import type { RatePlanView } from '@ohmstead/contract/rate-plans'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import fieldStyles from '../../shared/pricing/fields/price-fields.module.css'
import type { PricesScope } from '../../shared/pricing/prices-scope.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { type AssignedPlan, findPlanProblems, type PlanChoice } from './plan-choice.ts'
import { PlanOutcome } from './plan-outcome.tsx'
import type { PriceListDraft } from './price-list-draft.ts'
import styles from './price-list-wizard.module.css'

interface PlanStepProps {
  scope: PricesScope
  draft: PriceListDraft
  choice: PlanChoice
  /** Those that the person may read. */
  plans: readonly RatePlanView[]
  /** The plan that the location has. */
  assigned: AssignedPlan | null
  /** The step was to be left: what is missing is said. */
  isChecked: boolean
  today: string
  onChange: (part: Partial<PlanChoice>) => void
}

/** Puts a new list into a utility rate plan from a day on, and shows what the plan is then. */
export function PlanStep({
  scope,
  draft,
  choice,
  plans,
  assigned,
  isChecked,
  today,
  onChange,
}: PlanStepProps) {
  const t = useT()
  const editable = plans.filter(({ canEdit }) => canEdit)
  const plan = editable.find(({ id }) => id === choice.plan) ?? null
  const replaced = choice.plan === 'new' && scope.mayAssign ? assigned : null
  const problems = findPlanProblems(choice, draft, replaced)
  const isForeign = assigned !== null && !editable.some(({ id }) => id === assigned.id)
  return (
    <div className={styles.step}>
      <p className={styles.soft}>{t('price_lists.plan.lead')}</p>
      {isForeign && <p>{t('price_lists.plan.foreign', { name: assigned.name })}</p>}
      <div className={fieldStyles.fields}>
        <SelectField
          label={t('price_lists.plan.which')}
          value={String(choice.plan)}
          options={[
            { value: 'none', label: t('price_lists.plan.none') },
            {
              value: 'new',
              label: t(scope.mayAssign ? 'price_lists.plan.new_here' : 'price_lists.plan.new'),
            },
            ...editable.map(({ id, name }) => ({
              value: String(id),
              label: id === assigned?.id ? t('price_lists.plan.current', { name }) : name,
            })),
          ]}
          onChange={(value) =>
            onChange({
              plan: value === 'none' || value === 'new' ? value : Number(value),
              mayReplace: false,
            })
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
            isWrong={problems.includes('planFrom')}
            onChange={(from) => onChange({ from })}
          />
        )}
      </div>
      {problems.includes('planFrom') && (
        <p className={styles.problem} role="alert">
          {t('price_lists.plan.outside')}
        </p>
      )}
      {choice.plan !== 'none' && (
        <PlanOutcome draft={draft} choice={choice} plan={plan} replaced={replaced} today={today} />
      )}
      {replaced && (
        <Checkbox
          name="mayReplace"
          label={t('price_lists.plan.may_replace', { name: replaced.name })}
          checked={choice.mayReplace}
          error={
            isChecked && problems.includes('mayReplace') ? t('price_lists.plan.confirm_replace') : undefined
          }
          onChange={(mayReplace) => onChange({ mayReplace })}
        />
      )}
    </div>
  )
}

interface PlanLocationProps {
  locations: readonly { id: number; name: string }[]
  locationId: number | null
  onChange: (locationId: number | null) => void
}

/** Outside a location: at which one the list is to apply. */
export function PlanLocation({ locations, locationId, onChange }: PlanLocationProps) {
  const t = useT()
  return (
    <SelectField
      label={t('navigation.type.location')}
      value={locationId === null ? '' : String(locationId)}
      placeholder={t('price_lists.preview.no_location')}
      options={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(id) => onChange(id === '' ? null : Number(id))}
    />
  )
}

/** The same, to be read in the summary. */
export function PlanSummary(props: Omit<PlanStepProps, 'isChecked' | 'onChange'>) {
  const { scope, draft, choice, plans, assigned, today } = props
  const t = useT()
  const day = useFormatDay()
  const plan = plans.find(({ id }) => id === choice.plan) ?? null
  const replaced = choice.plan === 'new' && scope.mayAssign ? assigned : null
  const title = plan?.name ?? t(scope.mayAssign ? 'price_lists.plan.new_here' : 'price_lists.plan.new')
  return (
    <section className={styles.section}>
      <h3>{t('price_lists.plan.which')}</h3>
      {choice.plan === 'none' ? (
        <p>{t('price_lists.usage.none')}</p>
      ) : (
        <>
          <p>
            {title}, {t('rate_plans.days.open', { from: choice.from && day(choice.from) })}
          </p>
          <PlanOutcome draft={draft} choice={choice} plan={plan} replaced={replaced} today={today} />
        </>
      )}
    </section>
  )
}

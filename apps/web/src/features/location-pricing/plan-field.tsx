import type { RatePlanView } from '@ohmstead/contract/rate-plans'
import type { UseQueryResult } from '@tanstack/react-query'
import { useT } from '../../shared/i18n/use-t.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { SelectField } from '../../ui/select-field.tsx'

interface PlanFieldProps {
  plans: UseQueryResult<readonly RatePlanView[]>
  value: string
  placeholder: string
  onChange: (planId: string) => void
}

/** One of the utility rate plans that may be used, once they are there. */
export function PlanField({ plans: { data, error, refetch }, value, placeholder, onChange }: PlanFieldProps) {
  const t = useT()
  if (!data && error) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={56} />
  return (
    <SelectField
      label={t('location_pricing.plan.label')}
      value={value}
      placeholder={placeholder}
      options={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={onChange}
    />
  )
}

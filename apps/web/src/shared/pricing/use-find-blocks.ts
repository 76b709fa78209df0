import type { FindBlocks } from '@ohmstead/domain/pricing/check-energy-price'
import { useTimePlans } from './use-time-plans.ts'

/** The blocks of a time-of-use plan, to check prices by; as long as the plans are not known, no plan is missed. */
export function useFindBlocks(): FindBlocks {
  const { data: plans } = useTimePlans()
  return (timePlanId) => (plans ? (plans.find(({ id }) => id === timePlanId)?.blocks ?? null) : [])
}

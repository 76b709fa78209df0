import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { locationPricingQuery } from '../../shared/pricing/location-prices-query.ts'
import { ratePlansQuery } from '../../shared/pricing/price-lists-query.ts'
import type { PricesScope } from '../../shared/pricing/prices-scope.ts'
import { useUser } from '../../shared/session/current-user.ts'
import { findPlanProblems, type PlanChoice, proposePlan } from './plan-choice.ts'

/** Where a new list is to apply: at which location, in which plan, from when. */
export function usePlanChoice(pageScope: PricesScope, validFrom: string) {
  const { locations, permissions } = useUser()
  // Outside a location it is one of one's own; whoever has one home means that.
  const own = locations.filter(({ id }) => permissions.locations.some((one) => one.id === id && one.edit))
  const offered = pageScope.locationId === null ? own : []
  const [target, setTarget] = useState(offered.length === 1 ? offered[0]!.id : null)
  const scope =
    offered.length === 0 ? pageScope : { ...pageScope, locationId: target, mayAssign: target !== null }
  const { mayAssign } = scope
  const settings = useQuery({ ...locationPricingQuery(scope.locationId ?? 0), enabled: mayAssign })
  const plans = useQuery(ratePlansQuery(scope))
  const assigned = (mayAssign && settings.data?.plan) || null
  const [chosen, setChosen] = useState<Partial<PlanChoice>>({})
  const isKnown = plans.data !== undefined && (!mayAssign || settings.data !== undefined)
  const proposed = isKnown ? proposePlan(plans.data ?? [], assigned, mayAssign) : 'none'
  const choice: PlanChoice = {
    plan: chosen.plan ?? proposed,
    from: chosen.from ?? validFrom,
    mayReplace: chosen.mayReplace ?? false,
  }
  return {
    ...{ scope, plans: plans.data ?? [], assigned, choice, isKnown, locations: offered },
    failed: plans.error ?? settings.error,
    retry: () => {
      void plans.refetch()
      if (mayAssign) void settings.refetch()
    },
    change: (part: Partial<PlanChoice>) => setChosen({ ...chosen, ...part }),
    chooseLocation: (locationId: number | null) => {
      setTarget(locationId)
      setChosen({ ...(chosen.from !== undefined && { from: chosen.from }) })
    },
    /** Nothing is decided for somebody who has not seen it. */
    findProblems: (draft: Parameters<typeof findPlanProblems>[1]) =>
      isKnown ? findPlanProblems(choice, draft, choice.plan === 'new' ? assigned : null) : ['plan'],
  }
}

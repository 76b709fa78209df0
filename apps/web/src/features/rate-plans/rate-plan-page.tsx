import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../lib/api-error.ts'
import { ChooseCompany } from '../../shared/pricing/choose-company.tsx'
import { priceListsQuery, ratePlanQuery } from '../../shared/pricing/price-lists-query.ts'
import { usePricesScope } from '../../shared/pricing/prices-scope.ts'
import { usePricesIds } from '../../shared/route-ids.ts'
import { NotFoundState } from '../../shared/states/not-found-page.tsx'
import { FailedState, NotAllowedState, Skeleton } from '../../shared/states/page-states.tsx'
import { PlanEditor } from './rate-plan-editor.tsx'

/** A new utility rate plan. */
export function CreateRatePlanPage() {
  const scope = usePricesScope()
  const lists = useQuery({
    ...priceListsQuery({ locationId: scope?.locationId ?? null, companyId: scope?.companyId ?? null }),
    enabled: scope !== null && !scope.needsCompany,
  })
  if (scope && !scope.mayCreate) return <NotAllowedState />
  if (scope?.needsCompany) return <ChooseCompany />
  if (lists.error && !lists.data)
    return <FailedState isPage error={lists.error} onRetry={() => void lists.refetch()} />
  if (!scope || !lists.data) return <Skeleton height={320} radius={16} />
  return <PlanEditor scope={scope} lists={lists.data} plan={null} />
}

/** An existing one. */
export function RatePlanPage() {
  const scope = usePricesScope()
  const { planId } = usePricesIds()
  const { data, error, refetch } = useQuery({
    ...ratePlanQuery(planId ?? 0),
    enabled: planId !== null,
    // What is being written must not be replaced by a newer version on its own; saving says that there is one.
    refetchOnWindowFocus: false,
  })
  const companyId = data?.companyId ?? scope?.companyId ?? null
  const lists = useQuery({
    ...priceListsQuery({ locationId: scope?.locationId ?? null, companyId }),
    enabled: scope !== null && data !== undefined,
    retry: false,
  })
  if (planId === null || (error instanceof ApiError && error.code === 'not_found')) return <NotFoundState />
  if (error && !data) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  if (!scope || !data || lists.isPending) return <Skeleton height={320} radius={16} />
  // Without the lists the plan can still be read.
  return <PlanEditor key={data.id} scope={scope} lists={lists.data ?? []} plan={data} />
}

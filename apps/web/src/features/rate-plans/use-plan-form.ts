import type { RatePlanView } from '@ohmstead/contract/rate-plans'
import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { pricesKey, ratePlanQuery } from '../../shared/pricing/price-lists-query.ts'
import type { PricesScope } from '../../shared/pricing/prices-scope.ts'
import { showToast } from '../../ui/toast-store.ts'
import { toEntries } from './rate-plan-draft.ts'

/** A plan while it is written, from the version it was opened with; a newer one is never overwritten unseen. */
export function usePlanForm(scope: PricesScope, plan: RatePlanView | null) {
  const t = useT()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [base, setBase] = useState(plan)
  const [name, setName] = useState(plan?.name ?? '')
  const [entries, setEntries] = useState<readonly RatePlanEntry[]>(plan?.entries ?? [])
  const [reason, setReason] = useState('')
  const [newer, setNewer] = useState<RatePlanView | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const isDone = useRef(false)

  const adopt = (saved: RatePlanView) => {
    setBase(saved)
    setName(saved.name)
    setEntries(saved.entries)
    setReason('')
    setNewer(null)
    setFailure(null)
  }
  const save = async (version = base?.version ?? 0) => {
    setBusy(true)
    setFailure(null)
    try {
      const content = { name: name.trim(), entries: toEntries(entries), reason: reason.trim() || null }
      const { companyId } = scope
      const { ratePlan } =
        base === null
          ? await call('POST /pricing/plans', { body: { ...content, companyId } })
          : await call('PUT /pricing/plans/:planId', {
              params: { planId: base.id },
              body: { ...content, version },
            })
      await queryClient.invalidateQueries({ queryKey: pricesKey })
      showToast(t('rate_plans.done.saved', { name: ratePlan.name }), { tone: 'success' })
      isDone.current = base === null
      if (base === null) await navigate({ to: scope.paths.plan(ratePlan.id), replace: true })
      else adopt(ratePlan)
    } catch (error) {
      if (base && error instanceof ApiError && error.code === 'edited_meanwhile')
        setNewer(await queryClient.fetchQuery({ ...ratePlanQuery(base.id), staleTime: 0 }).catch(() => null))
      setFailure(failureText(error, t))
    } finally {
      setBusy(false)
    }
  }
  return {
    ...{ base, name, entries, reason, newer, isBusy, failure, setName, setEntries, setReason },
    /** A new plan is stored, and its page about to open. */
    isDone: () => isDone.current,
    save: () => void save(),
    takeTheirs: () => newer && adopt(newer),
    keepMine: () => {
      if (!newer) return
      setBase(newer)
      setNewer(null)
      void save(newer.version)
    },
  }
}

import { useMemo } from 'react'
import { monthsOf } from './calculation-data.ts'
import { useCustomPowers } from './powers/custom-powers.ts'
import { arePowersEqual } from './powers/power-steps.ts'
import type { Calculated } from './use-calculation.ts'
import { useWhatIf } from './use-what-if.ts'

export type CustomState = ReturnType<typeof useCustomMonths>

/** Custom powers and their months: the server's if it was asked for exactly these, else calculated here. */
export function useCustomMonths(calculated: Calculated) {
  const { profile, whatIf, error, refetch } = useWhatIf(calculated)
  const customKw = useCustomPowers(calculated.device.id)
  const { calculations } = calculated.answer
  const customMonths = useMemo(() => {
    if (customKw === null) return null
    if (arePowersEqual(customKw, calculated.customKw)) return monthsOf(calculations, 'customSystem')
    return whatIf?.calculate(customKw) ?? null
  }, [customKw, calculated.customKw, calculations, whatIf])
  return useMemo(
    () => ({ calculated, profile, whatIf, customKw, customMonths, error, retry: () => void refetch() }),
    [calculated, profile, whatIf, customKw, customMonths, error, refetch],
  )
}

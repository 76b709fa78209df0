import type { PowerAdvice } from './advise-agreed-power.ts'

type AdviceKind = PowerAdvice['kind'] | 'in_use_unknown'

/** The choice that the advice recommends, for page, documents and list alike; null if it recommends none. */
export function nameAdvised(kind: AdviceKind | null | undefined): 'optimised' | 'current' | null {
  if (kind === 'change') return 'optimised'
  return kind === 'keep' ? 'current' : null
}

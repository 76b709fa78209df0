import { clearLevelOf, type RuleSettings, type RuleTerms } from './alarm-rule.ts'

/** One look at what a rule watches; a value of null says that nothing is known. Times are epoch ms. */
export interface RuleLook {
  ts: number
  value: number | null
}

/** What is remembered of a subject between two looks; null is nothing. */
export interface RuleState {
  /** Since when the condition has held without a break; null while it does not, though its alarm may be open. */
  since: number | null
  /** The newest look with a value. */
  newest: number
  /** The value that does not change, for `frozen`. */
  value: number | null
  isRaised: boolean
}

/** An older reading says nothing of now. */
export const longestGapMs = 20 * 60_000
const shortestGapMs = 5 * 60_000

/**
 * A condition that was not seen for so long counts as broken off: missing readings must not fill up its duration. Half of
 * it at most, but for readings of every few minutes.
 */
export function gapOf({ durationSeconds }: Pick<RuleTerms, 'durationSeconds'>): number {
  return Math.min(longestGapMs, Math.max(shortestGapMs, durationSeconds * 500))
}

type Verdict = 'holds' | 'over' | 'between'

/**
 * The state after one more look. Unknown changes nothing: it neither raises nor clears. Looks that are not newer change
 * nothing either, so that repeating or mixing up readings does no harm.
 */
export function judgeLook(
  rule: RuleTerms,
  state: RuleState | null,
  { ts, value }: RuleLook,
): RuleState | null {
  if (value === null || !Number.isFinite(value) || (state !== null && ts <= state.newest)) return state
  const isBroken = state === null || ts - state.newest > gapOf(rule)
  if (rule.settings.condition === 'frozen') return judgeFrozen(rule, state, { ts, value, isBroken })
  const wasRaised = state?.isRaised ?? false
  const verdict = judgeValue(rule.settings, value)
  if (verdict === 'over' || (verdict === 'between' && !wasRaised)) return null
  if (verdict === 'between') return { since: null, newest: ts, value, isRaised: true }
  const since = isBroken ? ts : (state.since ?? ts)
  const isRaised = wasRaised || ts - since >= rule.durationSeconds * 1000
  return { since, newest: ts, value, isRaised }
}

/** The states after all looks, whatever their order: those that begin or end an alarm. */
export function judgeLooks(
  rule: RuleTerms,
  looks: readonly RuleLook[],
  state: RuleState | null = null,
): { changes: { ts: number; isRaised: boolean; value: number | null }[]; state: RuleState | null } {
  const changes: { ts: number; isRaised: boolean; value: number | null }[] = []
  let now = state
  for (const look of looks.toSorted((a, b) => a.ts - b.ts)) {
    const before = now?.isRaised ?? false
    now = judgeLook(rule, now, look)
    const isRaised = now?.isRaised ?? false
    if (isRaised !== before) changes.push({ ts: look.ts, isRaised, value: look.value })
  }
  return { changes, state: now }
}

function judgeValue(settings: RuleSettings, given: number): Verdict {
  const { condition, value, upper } = settings
  const limit = value ?? Number.NaN
  switch (condition) {
    case 'above':
      return given > limit ? 'holds' : given <= clearLevelOf(settings) ? 'over' : 'between'
    case 'below':
      return given < limit ? 'holds' : given >= clearLevelOf(settings) ? 'over' : 'between'
    case 'between': {
      const top = upper ?? Number.NaN
      const margin = (top - limit) * 0.05
      if (given >= limit && given <= top) return 'holds'
      return given < limit - margin || given > top + margin ? 'over' : 'between'
    }
    case 'equal':
      return given === limit ? 'holds' : 'over'
    case 'frozen':
      return 'between'
  }
}

/** Zero and a full battery are where values rest: they say nothing. */
function judgeFrozen(
  rule: RuleTerms,
  state: RuleState | null,
  { ts, value, isBroken }: { ts: number; value: number; isBroken: boolean },
): RuleState | null {
  if (value === 0 || (rule.settings.metric === 'soc' && value >= 100)) return null
  const isSame = state !== null && state.value === value
  if (!isSame) return { since: ts, newest: ts, value, isRaised: false }
  const since = isBroken && !state.isRaised ? ts : (state.since ?? ts)
  return { since, newest: ts, value, isRaised: state.isRaised || ts - since >= rule.durationSeconds * 1000 }
}

/** A stage is a number of controllers, or a share of all of them. The last one takes the rest. */
export type Stage = { count: number } | { percent: number }

export const rollOutPlanNames = ['careful', 'quick', 'at_once'] as const
export type RollOutPlanName = (typeof rollOutPlanNames)[number]

export const rollOutPlans: Readonly<Record<RollOutPlanName, readonly Stage[]>> = {
  careful: [{ count: 1 }, { percent: 10 }, { percent: 50 }, { percent: 100 }],
  quick: [{ percent: 10 }, { percent: 100 }],
  at_once: [{ percent: 100 }],
}

/** How many controllers are reached at the end of each stage, of `total`; stages that would reach nobody new are left out. */
export function planStages(stages: readonly Stage[], total: number): number[] {
  const ends: number[] = []
  for (const stage of stages) {
    const end = Math.min(total, 'count' in stage ? stage.count : Math.ceil((total * stage.percent) / 100))
    if (end > (ends.at(-1) ?? 0)) ends.push(end)
  }
  if ((ends.at(-1) ?? 0) < total) ends.push(total)
  return ends
}

export interface StageCounts {
  /** Told and connected, or at work: the stage waits for them. */
  open: number
  /** Everybody who may still get it, also who is away. */
  left: number
  installed: number
  failed: number
}

export interface StopRule {
  failures: number
  /** Of those that have ended, in percent. */
  share: number
}

/** So few ended ones say nothing about a share. */
const leastForShare = 10

/** Whether so many have failed that nobody else may get it. `forgiven` were known when somebody went on. */
export function isStopDue(
  counts: { installed: number; failed: number },
  rule: StopRule,
  forgiven: number,
): boolean {
  const failed = counts.failed - forgiven
  if (failed <= 0) return false
  if (failed >= rule.failures) return true
  const ended = counts.installed + failed
  return ended >= leastForShare && (failed * 100) / ended >= rule.share
}

/**
 * What becomes of a stage: it goes on; it is done, because nobody is under way and at least one has succeeded; it has failed,
 * because nobody is left and nobody has succeeded; or its controllers are gone, or their failures `forgiven`, so that
 * another one has to be the first.
 */
export function judgeStage(
  { open, left, installed, failed }: StageCounts,
  forgiven: number,
): 'open' | 'done' | 'failed' | 'gone' {
  if (open > 0) return 'open'
  if (installed > 0) return 'done'
  if (left > 0) return 'open'
  return failed > forgiven ? 'failed' : 'gone'
}

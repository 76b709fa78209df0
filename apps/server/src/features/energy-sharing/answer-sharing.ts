import { adviseSharing } from '@ohmstead/sharing/choose-members'
import { listMonths } from '@ohmstead/sharing/month-list'
import { settleMonth } from '@ohmstead/sharing/settle-month'
import { simulateSharing } from '@ohmstead/sharing/simulate-sharing'
import { shareIntervals } from './share-intervals.ts'
import type { SharingAnswers, SharingTask } from './sharing-task.ts'

/** `report` is called with the share that is done, 0 to 1, of what takes long. */
export function answerSharing(
  task: SharingTask,
  report: (progress: number) => void = () => {},
): SharingAnswers[SharingTask['kind']] {
  switch (task.kind) {
    case 'settleMonth':
      return settleMonth(task.question, task.month, task.untilMs)
    case 'shareIntervals':
      return shareIntervals(task)
    case 'simulateSharing':
      return simulateSharing(task.question, {
        ...task.months,
        ...(task.staticKey ? { staticKey: task.staticKey } : {}),
        onMonth: (done, total) => report(done / total),
      })
    case 'adviseSharing':
      return adviseSharing(task.question, { ...task.months, onMonth: reportAttempts(task.months, report) })
  }
}

/** Nobody knows beforehand how many attempts a search takes: each brings it nearer to the end, and none reaches it. */
function reportAttempts({ from, to }: { from: string; to: string }, report: (progress: number) => void) {
  const expected = 2 * listMonths(from, to).length
  let months = 0
  return () => {
    months += 1
    report(months / (months + expected))
  }
}

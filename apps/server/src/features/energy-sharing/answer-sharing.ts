import { adviseSharing } from '@ohmstead/sharing/choose-members'
import { settleMonth } from '@ohmstead/sharing/settle-month'
import { simulateSharing } from '@ohmstead/sharing/simulate-sharing'
import { shareIntervals } from './share-intervals.ts'
import type { SharingAnswers, SharingTask } from './sharing-task.ts'

export function answerSharing(task: SharingTask): SharingAnswers[SharingTask['kind']] {
  switch (task.kind) {
    case 'settleMonth':
      return settleMonth(task.question, task.month, task.untilMs)
    case 'shareIntervals':
      return shareIntervals(task)
    case 'simulateSharing':
      return simulateSharing(task.question, {
        ...task.months,
        ...(task.staticKey ? { staticKey: task.staticKey } : {}),
      })
    case 'adviseSharing':
      return adviseSharing(task.question, task.months)
  }
}

import type { FirstRunView } from '@ohmstead/contract/first-run'
import { senderAddress } from '../../platform/mail/create-smtp-sender.ts'
import type { Settings } from '../../settings.ts'

/** What the server knows besides its settings. */
export interface FirstRunFacts {
  /** Whether people are given an address to write to, which security.txt names too. */
  hasSupportAddress: boolean
  isBackupArranged: boolean
  /** Whether anybody has read the metrics of this process. */
  areMetricsRead: boolean
}

/** Which steps of docs/runbooks/production.md are done. */
export function checkFirstRun(
  settings: Pick<Settings, 'databaseUrl' | 'secretKey' | 'publicUrl' | 'smtpUrl' | 'mailFrom'>,
  { hasSupportAddress, isBackupArranged, areMetricsRead }: FirstRunFacts,
): FirstRunView {
  return {
    senderAddress: senderAddress(settings),
    tasks: [
      { task: 'database', isDone: settings.databaseUrl !== null },
      { task: 'secretKey', isDone: settings.secretKey !== null },
      { task: 'tls', isDone: settings.publicUrl.startsWith('https:') },
      { task: 'mail', isDone: settings.smtpUrl !== null && settings.mailFrom !== null },
      { task: 'support', isDone: hasSupportAddress },
      { task: 'backup', isDone: isBackupArranged },
      { task: 'metrics', isDone: areMetricsRead },
    ],
  }
}

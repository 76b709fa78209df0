import type { FirstRunView } from '@ohmstead/contract/first-run'
import { senderAddress } from '../../platform/mail/create-smtp-sender.ts'
import type { Settings } from '../../settings.ts'
import type { FirstRunWord } from './first-run-queries.ts'

/** What the server knows besides its settings. */
export interface FirstRunFacts extends FirstRunWord {
  /** Whether a contact address is set, which security.txt also states. */
  hasSupportAddress: boolean
  /** Whether anybody has read the metrics of this process. */
  areMetricsRead: boolean
}

/** Which steps of docs/runbooks/production.md are done. */
export function checkFirstRun(
  settings: Pick<Settings, 'databaseUrl' | 'secretKey' | 'publicUrl' | 'smtpUrl' | 'mailFrom'>,
  { hasSupportAddress, isBackupArranged, isMailTaken, areMetricsRead }: FirstRunFacts,
): FirstRunView {
  return {
    senderAddress: senderAddress(settings),
    tasks: [
      { task: 'database', isDone: settings.databaseUrl !== null },
      { task: 'secretKey', isDone: settings.secretKey !== null },
      { task: 'tls', isDone: settings.publicUrl.startsWith('https:') },
      {
        task: 'mail',
        isDone: settings.smtpUrl !== null && settings.mailFrom !== null && isMailTaken !== false,
      },
      { task: 'support', isDone: hasSupportAddress },
      { task: 'backup', isDone: isBackupArranged },
      { task: 'metrics', isDone: areMetricsRead },
    ],
  }
}

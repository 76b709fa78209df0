import type { SenderRecordView } from '@ohmstead/contract/company-settings'
import { createTxtResolver, type TxtAnswer } from '../../platform/txt-resolver.ts'
import type { Settings } from '../../settings.ts'
import { buildSenderRecords, type SenderRecord } from './sender-records.ts'

/** The records that a sender's domain needs, each with the current answer of its name servers. */
export async function checkSender(settings: Settings, senderEmail: string): Promise<SenderRecordView[]> {
  const resolve = createTxtResolver(settings.dnsServer)
  return Promise.all(
    buildSenderRecords(settings, senderEmail.split('@')[1]!).map(async (record) => {
      const { isMine: _, isRight: _right, ...shown } = record
      return { ...shown, ...judge(record, await resolve(record.name)) }
    }),
  )
}

/** Other records of the same name are unrelated; two of this kind are as good as none. */
function judge(record: SenderRecord, answer: TxtAnswer): Pick<SenderRecordView, 'state' | 'found'> {
  if (answer === null) return { state: 'failed', found: [] }
  const mine = answer.filter(record.isMine)
  if (mine.length === 0) return { state: 'missing', found: [] }
  return { state: mine.length === 1 && record.isRight(mine[0]!) ? 'ok' : 'wrong', found: mine }
}

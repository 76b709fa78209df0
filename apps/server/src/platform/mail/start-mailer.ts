import type { Logger } from 'pino'
import type { Settings } from '../../settings.ts'
import type { Db } from '../db/db.ts'
import { createRepeatedLines } from '../repeated-lines.ts'
import { createSmtpSender, type OutgoingMail, type SmtpSender } from './create-smtp-sender.ts'
import {
  leaseMail,
  type MailRow,
  markMailFailed,
  markMailRetry,
  markMailSent,
  tidyMails,
} from './mail-queries.ts'

export interface Mailer {
  /** Whether mails are sent at all; without a mail server they stay in the outbox. */
  isSending: boolean
  /** Sends what is due now; resolves when nothing due is left. */
  sendDue(): Promise<void>
  /** Sends this one past the queue, once; null, or the reason why it could not be sent. */
  sendNow(mail: OutgoingMail): Promise<string | null>
  /** Attempts of this process since its start. */
  findCounts(): Readonly<Record<'sent' | 'put_off' | 'failed', number>>
  close(): Promise<void>
}

// Longer than all time limits of one SMTP conversation together.
const leaseMs = 10 * 60_000
const lookEveryMs = 15_000
const keepMs = 90 * 86_400_000
const mostAttempts = 8

/** Half a minute, then four times as long after each failure, at most half a day. */
export const backOffMs = (attempts: number) => Math.min(30_000 * 4 ** (attempts - 1), 12 * 3_600_000)

/**
 * Sends the queue, one mail after the other in each process. If a process dies between the mail server's acceptance and
 * recording it, the mail is sent again after its lease, with the same Message-ID.
 */
export async function startMailer({
  db,
  clock,
  log,
  settings,
}: {
  db: Db
  clock: { now(): number }
  log: Logger
  settings: Settings
}): Promise<Mailer> {
  const sender = settings.smtpUrl ? createSmtpSender(settings, settings.smtpUrl) : null
  let isClosing = false
  let running: Promise<void> | null = null
  let isWanted = false
  const takeLine = createRepeatedLines()
  const counts = { sent: 0, put_off: 0, failed: 0 }

  async function sendOne(sending: SmtpSender, mail: MailRow): Promise<void> {
    try {
      await sending.send(mail)
    } catch (error) {
      const text = reasonOf(error)
      const line = takeLine(text)
      if (line)
        log.warn(
          { mail: mail.id, kind: mail.kind, attempts: mail.attempts, reason: text, ...line },
          'mail not sent',
        )
      const isFinal = isPermanent(error) || mail.attempts >= mostAttempts
      counts[isFinal ? 'failed' : 'put_off'] += 1
      if (isFinal) await markMailFailed(db, mail, text)
      else await markMailRetry(db, mail, text, clock.now() + backOffMs(mail.attempts))
      return
    }
    counts.sent += 1
    await markMailSent(db, mail, clock.now())
  }

  async function work(): Promise<void> {
    do {
      isWanted = false
      await tidyMails(db, clock.now(), keepMs)
      while (sender && !isClosing) {
        const mail = await leaseMail(db, clock.now(), leaseMs)
        if (!mail) break
        await sendOne(sender, mail)
      }
    } while (isWanted && !isClosing)
  }

  function sendDue(): Promise<void> {
    isWanted = true
    running ??= work().finally(() => {
      running = null
    })
    return running
  }

  const wake = () => {
    if (isClosing) return
    sendDue().catch((error) => log.error({ err: error }, 'the queue of mails could not be worked on'))
  }
  const stopListening = await db.listen('mail', wake)
  const looking = setInterval(wake, lookEveryMs)
  looking.unref()
  wake()

  return {
    isSending: sender !== null,
    sendDue,
    sendNow: async (mail) => {
      if (!sender) return 'no mail server'
      return sender.send(mail).then(() => null, reasonOf)
    },
    findCounts: () => counts,
    close: async () => {
      isClosing = true
      clearInterval(looking)
      await stopListening()
      await running?.catch(() => {})
      sender?.close()
    },
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 300)

/** The mail server refused this very mail or its recipient permanently; a wrong login or no connection is transient. */
function isPermanent(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode === undefined || responseCode >= 500)
}

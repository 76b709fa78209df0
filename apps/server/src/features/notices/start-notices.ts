import type { LiveNotice } from '@ohmstead/contract/live-events'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { createWebhookSender } from '../webhooks/send-webhooks.ts'
import { createPushSender } from './push/send-pushes.ts'
import { sendToNext } from './send-mails.ts'
import { spreadEvents } from './spread-events.ts'

type Needed = Pick<PlatformDeps, 'db' | 'clock' | 'log' | 'secrets' | 'settings'>

export interface Notices {
  /** Tells all that is due now; resolves when nothing is left. */
  tellDue(): Promise<void>
  /** There may be something to tell; waits for nothing. */
  wake(): void
  close(): Promise<void>
}

const lookEveryMs = 10_000

/** Tells people of alarms: as soon as one begins or ends, and of what waited when its time has come. Any number of processes. */
export async function startNotices(deps: Needed): Promise<Notices> {
  const { log, settings } = deps
  const { publicUrl } = settings
  const db = deps.db.at('job')
  const senders = [createWebhookSender(db, deps), createPushSender(db, deps)]
  const sendOutside = async () => void (await Promise.all(senders.map((sender) => sender.sendDue())))
  let isClosing = false
  let isWanted = false
  let running: Promise<void> | null = null

  async function work(): Promise<void> {
    do {
      isWanted = false
      while (!isClosing && (await spreadEvents(db, { now: deps.clock.now(), publicUrl })));
      // Receivers that are slow hold up nobody's mail.
      void sendOutside()
      await sendMails()
    } while (isWanted && !isClosing)
  }
  /** One person whose mail cannot be written keeps no other from theirs. */
  async function sendMails(): Promise<void> {
    const failed = new Set<number>()
    let current: number | null = null
    const on = { person: (userId: number) => (current = userId) }
    while (!isClosing) {
      current = null
      try {
        if (!(await sendToNext(db, deps, on, failed))) return
      } catch (error) {
        if (current === null) throw error
        failed.add(current)
        log.error({ err: error, userId: current }, 'somebody could not be told of alarms')
      }
    }
  }
  function tellDue(): Promise<void> {
    isWanted = true
    running ??= work().finally(() => {
      running = null
    })
    return running.then(sendOutside)
  }
  const wake = () => {
    if (!isClosing)
      tellDue().catch((error) => log.error({ err: error }, 'notices of alarms could not be told'))
  }
  const stopListening = await db.listen('live', (payload) => {
    // Whoever raises or clears an alarm says so to open pages, and this is said with the commit.
    if ((JSON.parse(payload) as LiveNotice).t === 'alarms') wake()
  })
  const looking = setInterval(wake, lookEveryMs).unref()
  wake()
  return {
    tellDue,
    wake,
    close: async () => {
      isClosing = true
      clearInterval(looking)
      await stopListening()
      await running?.catch(() => {})
      await Promise.all(senders.map((sender) => sender.close()))
    },
  }
}

import { setupI18n } from '@lingui/core'
import { cleanLine } from '@ohmstead/domain/forms/single-line'
import { chooseLocale } from '@ohmstead/domain/i18n/locales'
import type { Db } from '../../../platform/db/db.ts'
import { createLanes, type Lanes } from '../../../platform/lanes.ts'
import type { PlatformDeps } from '../../../platform/platform-deps.ts'
import { type AlarmLine, writeAlarmLine } from '../../mail/alarm-lines.ts'
import { getTranslations } from '../../site/translations.ts'
import { chooseTold, toLine } from '../due-notices.ts'
import { findDueNotices } from '../mail-notice-queries.ts'
import { postPush } from './post-push.ts'
import {
  type DueDevice,
  forgetDevice,
  leasePush,
  markNotPushed,
  markPushed,
  takeDueDevice,
} from './push-queries.ts'

type Needed = Pick<PlatformDeps, 'clock' | 'log' | 'secrets' | 'settings'>

const leaseMs = 60_000
const mostAttempts = 6
const linesShown = 4

interface Push {
  device: DueDevice
  ids: number[]
  attempts: number
  text: string
}

/** Push services answer at once, but their addresses come from browsers: one that does not keeps nobody waiting. */
export const createPushSender = (db: Db, deps: Needed): Lanes =>
  createLanes(
    async (except) => {
      const push = await takePush(db, deps, except)
      if (push === null || push === 'nothing') return push
      return { ownerId: push.device.user_id, send: () => deliver(db, deps, push) }
    },
    (error) => deps.log.error({ err: error }, 'pushes could not be sent'),
  )

function takePush(
  db: Db,
  { clock, settings }: Needed,
  except: readonly number[],
): Promise<Push | 'nothing' | null> {
  return db.transaction(
    async (tx) => {
      const now = clock.now()
      const device = await takeDueDevice(tx, now, except)
      if (!device) return null
      const { user_id: userId, device_id: deviceId } = device
      const due = await findDueNotices(tx, { userId, deviceId }, now)
      const told = await chooseTold(tx, device, due, { now, isWanted: true })
      if (told.length === 0) return 'nothing'
      const ids = told.map(({ id }) => id)
      const attempts = await leasePush(tx, deviceId, ids, { now, leasedUntil: now + leaseMs })
      const lines = told.map((notice) => toLine(notice, settings.publicUrl))
      const [{ alarm_id } = { alarm_id: null }] = told
      const tag = told.length === 1 && alarm_id !== null ? `alarm-${alarm_id}` : 'alarms'
      return { device, ids, attempts, text: writePush(lines, tag, device.locale) }
    },
    { priority: 'job' },
  )
}

/** What the service worker shows. The address is within the application, whatever host it was opened by. */
function writePush(lines: readonly AlarmLine[], tag: string, given: string | null): string {
  const locale = chooseLocale([given])
  const i18n = setupI18n({ locale, messages: { [locale]: getTranslations(locale).messages } })
  const written = lines.map((line) => ({
    ...writeAlarmLine(line, (key, values) => i18n._(key, values), locale),
    isOver: line.state === 'over',
  }))
  const [first] = written
  const over = written.filter(({ isOver }) => isOver).length
  const values = { state: 'many', open: written.length - over, over }
  const isOne = written.length === 1
  const body = isOne
    ? [first!.where, first!.time].filter(Boolean).join(' · ')
    : written
        .slice(0, linesShown)
        .map(
          ({ isOver, what, where }) => `${isOver ? '✓' : '•'} ${[what, where].filter(Boolean).join(' – ')}`,
        )
        .join('\n')
  const title = isOne ? `${first!.isOver ? '✓ ' : ''}${first!.what}` : i18n._('mail.alarms.subject', values)
  const { pathname } = new URL(lines[0]!.url)
  return JSON.stringify({ title: cleanLine(title, 200), body, tag, url: isOne ? pathname : '/' })
}

async function deliver(db: Db, deps: Needed, { device, ids, attempts, text }: Push): Promise<void> {
  const { clock } = deps
  const { device_id: deviceId } = device
  const outcome = await postPush(db, deps, device, text)
  const now = clock.now()
  const { status, retryAfter } = outcome
  if (status >= 200 && status < 300) return markPushed(db, ids, now)
  if (status === 404 || status === 410) return forgetDevice(db, deviceId)
  const isTransient = status === 0 || status === 429 || status >= 500
  const isFinal = !isTransient || attempts >= mostAttempts
  const waitMs = Math.max(5000 * 4 ** (attempts - 1), readRetryAfter(retryAfter))
  const reason = status === 0 ? 'unreachable' : `status ${status}`
  await markNotPushed(db, { deviceId, ids, reason }, { now, dueAt: isFinal ? null : now + waitMs })
}

/** In ms; at most an hour, whatever is asked for. */
const readRetryAfter = (header: string | null) =>
  header !== null && /^\d{1,6}$/.test(header) ? Math.min(Number(header) * 1000, 3_600_000) : 0

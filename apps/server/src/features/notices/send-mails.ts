import { togetherMs } from '@ohmstead/domain/alarms/notice-rules'
import type { Db } from '../../platform/db/db.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { chooseTold, toLine } from './due-notices.ts'
import {
  type DueNotice,
  type DuePerson,
  findDueNotices,
  markTold,
  takeDuePerson,
} from './mail-notice-queries.ts'
import { unsubscribeUrlOf } from './unsubscribe-token.ts'

type Needed = Pick<PlatformDeps, 'clock' | 'settings' | 'secrets'>

/** One mail for somebody with due notices: what is still so, and still theirs to know. Returns whether there was somebody. */
export function sendToNext(
  db: Db,
  deps: Needed,
  on: { person(userId: number): void },
  except: ReadonlySet<number>,
): Promise<boolean> {
  return db.transaction(
    async (tx) => {
      const now = deps.clock.now()
      const person = await takeDuePerson(tx, now, [...except])
      if (!person) return false
      on.person(person.user_id)
      const due = await findDueNotices(tx, { userId: person.user_id }, now)
      const told = await chooseTold(tx, person, due, { now, isWanted: person.mail })
      if (told.length === 0) return true
      await queueMail(tx, buildMail(person, told, deps), deps)
      const ids = told.map(({ id }) => id)
      await markTold(tx, person.user_id, ids, { now, mailAfter: now + togetherMs })
      return true
    },
    { priority: 'job' },
  )
}

function buildMail(person: DuePerson, told: readonly DueNotice[], { settings, secrets }: Needed) {
  const lines = told.map((notice) => toLine(notice, settings.publicUrl))
  const [first] = lines
  const isOne = lines.length === 1
  const ended = told.filter(({ kind }) => kind === 'cleared').length
  const companies = new Set(told.map(({ company_id }) => company_id))
  return {
    kind: 'alarms' as const,
    to: person.email,
    locale: person.locale,
    values: {
      name: person.first_name,
      state: isOne ? first!.state : ('many' as const),
      open: told.length - ended,
      over: ended,
      lines,
      url: isOne ? first!.url : settings.publicUrl,
    },
    names: {
      userId: person.user_id,
      ...(isOne && told[0]!.location_id !== null && { locationId: told[0]!.location_id }),
    },
    unsubscribeUrl: unsubscribeUrlOf(person, { settings, secrets }),
    // The brand is of whom the place belongs to; of several companies it is that of the recipient.
    ...(companies.size === 1 && { companyId: told[0]!.company_id }),
  }
}

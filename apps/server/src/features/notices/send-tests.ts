import { setupI18n } from '@lingui/core'
import { chooseLocale } from '@ohmstead/domain/i18n/locales'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { takeAttempt } from '../../platform/throttle.ts'
import { sendTestMail } from '../first-run/send-test-mail.ts'
import { getTranslations } from '../site/translations.ts'
import { insertTestNotice } from './mail-notice-queries.ts'
import { postPush } from './push/post-push.ts'
import { findPushDevice, forgetDevice } from './push/push-queries.ts'

/** Enough to set everything up, too few to fill a mailbox. */
const testLimit = { attempts: 10, windowSeconds: 3600, firstWaitSeconds: 60, longestWaitSeconds: 3600 }

const takeTest = ({ db, clock }: Deps, userId: number) =>
  takeAttempt(db, `notice-test:${userId}`, testLimit, clock.now())

/** What the mail server said is for whoever runs the platform, not for everybody. */
export async function sendTestNotice(deps: Deps, userId: number): Promise<{ is_sent: boolean }> {
  await takeTest(deps, userId)
  const { isSent } = await sendTestMail(deps, userId)
  const reason = isSent ? null : 'refused'
  await insertTestNotice(deps.db, { userId, channel: 'mail', reason }, deps.clock.now())
  return { is_sent: isSent }
}

export async function sendTestPush(
  deps: Deps,
  userId: number,
  deviceId: number,
): Promise<{ is_sent: boolean }> {
  const { db, clock } = deps
  const device = await findPushDevice(db, userId, deviceId)
  if (!device) throw new AppError('not_found')
  await takeTest(deps, userId)
  const locale = chooseLocale([device.locale])
  const i18n = setupI18n({ locale, messages: { [locale]: getTranslations(locale).messages } })
  const [title, body] = [i18n._('notices.test.title'), i18n._('notices.test.body')]
  const text = JSON.stringify({ title, body, tag: 'test', url: '/user/notifications' })
  const { status } = await postPush(db, deps, device, text)
  const isSent = status >= 200 && status < 300
  // The push service knows the browser no more: it leaves the list.
  if (status === 404 || status === 410) await forgetDevice(db, deviceId)
  else {
    const reason = isSent ? null : status === 0 ? 'unreachable' : `status ${status}`
    await insertTestNotice(db, { userId, channel: 'push', deviceId, reason }, clock.now())
  }
  return { is_sent: isSent }
}

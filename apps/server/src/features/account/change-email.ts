import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { isUniqueViolation } from '../../platform/db/db-error.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'
import { getPerson, type Person } from '../auth/passwords/person-queries.ts'
import { createLinkToken, linkHours, useLinkToken, voidLinkTokens } from '../auth/registration/link-token.ts'
import { endUserSessions, findActor } from '../auth/session.ts'
import { readSessionToken } from '../auth/session-cookie.ts'
import { findUserByEmail } from '../auth/user-queries.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { deleteUnconfirmedPerson, updateEmail } from './email-queries.ts'

/**
 * Mails a link to the new address and notifies the old one. If the new one has an account, its owner is notified instead;
 * the caller learns the same either way. The audit log contains no addresses: a deleted account leaves none.
 */
export async function requestNewEmail(
  deps: Deps,
  audit: AuditContext,
  person: Person,
  email: string,
): Promise<void> {
  const { id: userId, first_name: name, locale } = person
  const { publicUrl } = deps.settings
  await deps.db.transaction(async (tx) => {
    await recordAudit(tx, audit, { action: 'email_change_requested', userId })
    const notice = { name, time: audit.at, url: `${publicUrl}/auth/forgotten-password` }
    await queueMail(tx, { kind: 'email_change_requested', to: person.email, locale, values: notice }, deps)
    const holder = await findUserByEmail(tx, email)
    if (holder && holder.email_verified_at !== null) {
      const values = { url: `${publicUrl}/auth/login` }
      await queueMail(tx, { kind: 'email_taken', to: email, locale: holder.locale, values }, deps)
      return
    }
    const now = deps.clock.now()
    const { token, expiresAt } = await createLinkToken(tx, { action: 'change_email', userId, email, now })
    const url = `${publicUrl}/auth/verify-email#token=${token}`
    const values = { name, url, hours: linkHours.change_email }
    const mail = { kind: 'change_email', to: email, locale, values, secretUntil: expiresAt } as const
    await queueMail(tx, { ...mail, names: { userId } }, deps)
  })
}

/**
 * The new address replaces the old one. Everything mailed to the old one becomes invalid, and all sessions
 * end except that of the browser in which the link was opened.
 */
export async function confirmNewEmail(deps: Deps, request: FastifyRequest, token: string): Promise<void> {
  const now = deps.clock.now()
  const session = readSessionToken(deps, request)
  const actor = session === null ? null : await findActor(deps.db, session, now)
  const confirming = deps.db.transaction(async (tx) => {
    const { userId, email } = await useLinkToken(tx, token, 'change_email', now)
    const person = await getPerson(tx, userId)
    await takeAddress(tx, userId, email, now)
    await voidLinkTokens(tx, userId)
    const isOwn = actor?.userId === userId && actor.impersonatorId === undefined
    await endUserSessions(tx, userId, isOwn ? session : null)
    const values = { name: person.first_name, time: now }
    const mail = { kind: 'email_changed', to: person.email, locale: person.locale, values } as const
    await queueMail(tx, { ...mail, names: { userId } }, deps)
    const audit = { actor: { userId }, address: request.ip, at: now }
    await recordAudit(tx, audit, { action: 'email_changed', userId })
  })
  await confirming.catch((error) => {
    // Somebody has registered with it at this very moment.
    throw isUniqueViolation(error, 'app_user_email') ? new AppError('token_missing') : error
  })
}

/** An unconfirmed address belongs to nobody: an account on it is replaced. */
async function takeAddress(tx: Queryable, userId: number, email: string, now: number): Promise<void> {
  const holder = await findUserByEmail(tx, email)
  const isFree = !holder || (await deleteUnconfirmedPerson(tx, holder.id)) !== undefined
  if (!isFree || (await updateEmail(tx, userId, email, now)) === 0) throw new AppError('token_missing')
}

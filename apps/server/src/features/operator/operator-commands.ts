import { checkValue, email as emailRule, required } from '@ohmstead/domain/forms/form-rules'
import type { Queryable } from '../../platform/db/db.ts'
import { operatorCommand } from '../../platform/operator-command.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { deletePasskeys } from '../account/passkeys/passkey-queries.ts'
import { deleteTotp } from '../account/second-factor/second-factor-queries.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'
import { mailSignInChanged } from '../auth/mail-sign-in-changed.ts'
import { createLinkToken, linkHours } from '../auth/registration/link-token.ts'
import { endUserSessions } from '../auth/session.ts'
import { makeSuperAdmin } from '../first-admin/make-super-admin.ts'
import { findAccount, findSuperAdmins } from '../first-admin/super-admin-queries.ts'

// Commands for the operator only, since they let people in. Each returns the lines to show.

type Needed = Pick<PlatformDeps, 'db' | 'clock' | 'settings'>

/** Makes somebody super admin, and returns a link to choose a password if the account has none. */
export async function createAdmin(deps: Needed, given: string): Promise<string[]> {
  const email = readEmail(given)
  return deps.db.transaction(async (tx) => {
    const made = await makeSuperAdmin(tx, auditOf(deps), email)
    const role = made.isNew ? 'is a super admin now' : 'is a super admin already'
    if (!made.needsPassword)
      return [
        `${email} ${role}, and signs in as before. For a new password: ${operatorCommand('admin', 'link', email)}`,
      ]
    return [`${email} ${role}.`, ...(await makeLink(tx, deps, made.userId, email))]
  })
}

/** A link to choose a new password, for anybody who cannot get it by mail; earlier ones become invalid. */
export async function createPasswordLink(deps: Needed, given: string): Promise<string[]> {
  const email = readEmail(given)
  return deps.db.transaction(async (tx) => {
    const account = await getAccount(tx, email)
    if (account.is_disabled)
      throw new OperatorError(`${email} is disabled. Somebody who manages people enables it first.`)
    return makeLink(tx, deps, account.id, email)
  })
}

/**
 * For somebody who has lost their second factor. Passkeys are removed as well: if they are the only required second
 * factor, a password does not get past them. Sessions end, as whenever a way in is removed, and a mail tells the owner.
 */
export async function removeSecondFactor(deps: Needed, given: string): Promise<string[]> {
  const email = readEmail(given)
  return deps.db.transaction(async (tx) => {
    const account = await getAccount(tx, email)
    const hadApp = await deleteTotp(tx, account.id)
    const passkeys = await deletePasskeys(tx, account.id)
    if (!hadApp && passkeys === 0) return [`${email} has neither an authenticator app nor a passkey.`]
    const sessions = await endUserSessions(tx, account.id, null)
    if (hadApp) await mailSignInChanged(tx, account.id, 'totp_off', deps, null)
    if (passkeys > 0) await mailSignInChanged(tx, account.id, 'passkeys_removed', deps, null)
    const removed = [hadApp && 'the authenticator app', passkeys > 0 && `passkeys: ${passkeys}`].filter(
      Boolean,
    )
    return [
      `Removed: ${removed.join(', ')}. Sessions ended: ${sessions}.`,
      account.has_password
        ? `${email} signs in by the password alone until a new second factor is set up.`
        : `${email} has no password. For a link to choose one: ${operatorCommand('admin', 'link', email)}`,
    ]
  })
}

export async function listAdmins({ db }: Pick<PlatformDeps, 'db'>): Promise<string[]> {
  const people = await findSuperAdmins(db)
  if (people.length === 0)
    return [`There is no super admin. ${operatorCommand('admin', 'create', 'MAIL')} makes one.`]
  return people.map((person) => {
    const state = [
      person.is_disabled && 'disabled',
      !(person.has_password && person.is_confirmed) && 'no password chosen yet',
      person.has_totp && 'with authenticator app',
      person.last_sign_in_at !== null && `signed in ${new Date(person.last_sign_in_at).toISOString()}`,
    ].filter((part) => part !== false)
    return [person.email, ...state].join(', ')
  })
}

function readEmail(given: string): string {
  const email = given.trim().toLowerCase()
  if (checkValue(email, [required, emailRule])) throw new OperatorError(`${given} is no e-mail address.`)
  return email
}

async function getAccount(tx: Queryable, email: string) {
  const account = await findAccount(tx, email)
  if (!account) throw new OperatorError(`Nobody has an account with ${email}.`)
  return account
}

async function makeLink(tx: Queryable, deps: Needed, userId: number, email: string): Promise<string[]> {
  const audit = auditOf(deps)
  const { token } = await createLinkToken(tx, { action: 'reset_password', userId, email, now: audit.at })
  await recordAudit(tx, audit, { action: 'password_link_made', userId })
  return [
    `To choose a password within ${linkHours.reset_password} hour, once:`,
    `${deps.settings.publicUrl}/auth/reset-password#token=${token}`,
  ]
}

const auditOf = ({ clock }: Needed): AuditContext => ({ actor: null, address: null, at: clock.now() })

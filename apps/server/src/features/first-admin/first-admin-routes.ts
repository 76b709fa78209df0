import { firstAdminEndpoints } from '@ohmstead/contract/first-admin'
import { AppError } from '../../platform/app-error.ts'
import { type Route, route } from '../../route.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { openSession } from '../auth/open-session.ts'
import { hashPassword } from '../auth/password-hash.ts'
import { checkNewPassword } from '../auth/passwords/check-new-password.ts'
import { takeSetupAttempt } from '../auth/sign-in-attempts.ts'
import { lockMark } from '../installation/installation-queries.ts'
import { makeSuperAdmin } from './make-super-admin.ts'
import { isSetupCode, isSetupOpen } from './setup-code.ts'
import { deleteSetupCodes } from './setup-code-queries.ts'
import { findAccount, hasSuperAdmin, openAccount } from './super-admin-queries.ts'

export const firstAdminRoutes: Route[] = [
  route(firstAdminEndpoints.create, async ({ db, deps, body, request, reply }) => {
    const { code, email, password, locale } = body
    const now = deps.clock.now()
    if (!(await isSetupOpen(db))) throw new AppError('setup_closed')
    const forgive = await takeSetupAttempt(deps, request)
    if (!(await isSetupCode(db, code, now))) {
      // Whoever was first took all codes with them: that is no wrong guess.
      if (await isSetupOpen(db)) throw new AppError('setup_code_wrong', { fields: { code: 'is_not' } })
      await forgive()
      throw new AppError('setup_closed')
    }
    await forgive()
    await checkNewPassword(password, [email])
    const passwordHash = await hashPassword(password)
    const userId = await db.transaction(async (tx) => {
      // Of two concurrent requests with the code, one is first.
      await lockMark(tx)
      if (await hasSuperAdmin(tx)) throw new AppError('setup_closed')
      const account = await findAccount(tx, email)
      // Its owner may be somebody else who registered here.
      if (account?.is_confirmed) throw new AppError('address_has_account', { fields: { email: 'is_not' } })
      const audit = { actor: null, address: request.ip, at: now }
      const made = await makeSuperAdmin(tx, audit, email)
      await openAccount(tx, made.userId, { passwordHash, locale, now })
      await recordAudit(tx, audit, { action: 'user_registered', userId: made.userId })
      await deleteSetupCodes(tx)
      return made.userId
    })
    const signIn = { userId, way: 'setup_code', staySignedIn: false } as const
    return { user: await openSession(deps, { request, reply }, signIn) }
  }),
]

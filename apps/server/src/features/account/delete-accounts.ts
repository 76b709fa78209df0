import type { Deps } from '../../deps.ts'
import { notifyLive } from '../../platform/live/notify-live.ts'
import { type AuditContext, recordAudit } from '../audit/record-audit.ts'
import { forgetAttemptsAt } from '../auth/sign-in-attempts.ts'
import { deleteLocationForGood } from '../locations/delete-locations.ts'
import { lockPerson } from '../people/people-queries.ts'
import { handOverPrices } from '../price-lists/hand-over-prices.ts'
import { deletePerson, findDueDeletions, findSoleLocations, lockDuePerson } from './account-queries.ts'
import { deleteMailsTo, deleteUnconfirmedPerson, findUnconfirmed } from './email-queries.ts'
import { deleteOldExports } from './export-queries.ts'

type Needed = Pick<Deps, 'db' | 'clock' | 'settings' | 'link' | 'jobs'>

/** How long an account with an unconfirmed address is kept. */
const confirmWithinMs = 30 * 86_400_000

/** Each account is a separate job; one left half-done by a dead process is found again by its date. */
export async function deleteDueAccounts(deps: Needed): Promise<void> {
  await deleteOldExports(deps.db, deps.clock.now())
  for (const userId of await findDueDeletions(deps.db, deps.clock.now())) {
    const job = await deps.jobs.run({ kind: 'account_deletion', detail: { user_id: userId } }, async () =>
      deleteAccount(deps, userId),
    )
    await job.finished
  }
}

/** Accounts not confirmed within 30 days: whoever typed the address has left, or it was not theirs. */
export async function deleteUnconfirmedAccounts({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  for (const userId of await findUnconfirmed(db, now - confirmWithinMs, now)) {
    await db.transaction(async (tx) => {
      await lockPerson(tx, userId)
      const email = await deleteUnconfirmedPerson(tx, userId)
      // They may have confirmed, or been given something, meanwhile.
      if (email === undefined) return
      await deleteMailsTo(tx, email)
      await forgetAttemptsAt(tx, [email])
      const audit: AuditContext = { actor: null, address: null, at: now }
      await recordAudit(tx, audit, { action: 'account_deleted', userId, before: { confirmed: false } })
    })
  }
}

/** Homes first, the person last: until then signing in finds the account, and the next run continues. */
async function deleteAccount(deps: Needed, userId: number): Promise<void> {
  const { db } = deps
  const audit: AuditContext = { actor: null, address: null, at: deps.clock.now() }
  const isDue = await db.transaction((tx) => lockDuePerson(tx, userId, audit.at))
  if (!isDue) return
  for (const locationId of await findSoleLocations(db, userId))
    await deleteLocationForGood(deps, audit, { locationId, userId })
  await db.transaction(async (tx) => {
    const person = await lockDuePerson(tx, userId, audit.at)
    if (!person) return
    await handOverPrices(tx, userId)
    await deletePerson(tx, userId, person.email)
    await recordAudit(tx, audit, { action: 'account_deleted', userId })
    await notifyLive(tx, { t: 'access', user: userId })
  })
}

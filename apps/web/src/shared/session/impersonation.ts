import { call } from '../../lib/call.ts'
import { wipeStored } from '../../lib/local-store.ts'
import { paths } from '../paths.ts'
import { selectCompany } from '../selected-company.ts'

/** Goes on as another person. */
export async function startImpersonation(userId: number): Promise<void> {
  await call('POST /auth/impersonate', { body: { userId } })
  beginAnew()
}

/** Goes back to being oneself. */
export async function stopImpersonation(): Promise<void> {
  await call('POST /auth/unimpersonate')
  beginAnew()
}

/** Nothing of the one person may be left on the screen of the other: the application starts again, menu and all. */
function beginAnew(): void {
  wipeStored()
  selectCompany(null)
  window.location.assign(paths.home)
}

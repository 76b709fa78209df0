import { call } from '../../lib/call.ts'
import { readStored, wipeStored, writeStored } from '../../lib/local-store.ts'
import { paths } from '../paths.ts'
import { selectCompany } from '../selected-company.ts'

/** Goes on as another person. */
export async function startImpersonation(userId: number): Promise<void> {
  await call('POST /auth/impersonate', { body: { userId } })
  const { pathname, search } = window.location
  forgetPages()
  writeStored('actedFrom', pathname + search)
  window.location.assign(paths.home)
}

/** Goes back to being oneself, on the page that one came from. */
export async function stopImpersonation(): Promise<void> {
  await call('POST /auth/unimpersonate')
  const actedFrom = readStored('actedFrom')
  forgetPages()
  window.location.assign(actedFrom?.startsWith(`${paths.globalSettings}/`) ? actedFrom : paths.home)
}

/** Nothing of the one person may be left on the screen of the other: the application starts again, menu and all. */
function forgetPages(): void {
  wipeStored()
  selectCompany(null)
}

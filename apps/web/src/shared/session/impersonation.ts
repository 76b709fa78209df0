import { ApiError } from '../../lib/api-error.ts'
import { call, noteSessionChange, notifySignedOut } from '../../lib/call.ts'
import { readStored, stopStoring, wipeStored, writeStored } from '../../lib/local-store.ts'
import { paths } from '../paths.ts'
import { selectCompany } from '../selected-company.ts'

/** Continues as another person. */
export async function startImpersonation(userId: number): Promise<void> {
  await changeSession(() => call('POST /auth/impersonate', { body: { userId } }))
  const { pathname, search } = window.location
  forgetPages()
  writeStored('actedFrom', pathname + search)
  stopStoring()
  window.location.assign(paths.home)
}

/** Returns to oneself, on the previous page. */
export async function stopImpersonation(): Promise<void> {
  await changeSession(() => call('POST /auth/unimpersonate'))
  const actedFrom = readStored('actedFrom')
  forgetPages()
  stopStoring()
  window.location.assign(actedFrom?.startsWith(`${paths.globalSettings}/`) ? actedFrom : paths.home)
}

/** The next document begins as the other person; what this one still asks for is refused, which signs nobody out. */
async function changeSession(request: () => Promise<unknown>): Promise<void> {
  noteSessionChange(true)
  try {
    await request()
  } catch (error) {
    noteSessionChange(false)
    if (error instanceof ApiError && error.code === 'not_signed_in') notifySignedOut()
    throw error
  }
}

/** Nothing of one person may remain on the other's screen: the application restarts, including the menu. */
function forgetPages(): void {
  wipeStored()
  selectCompany(null)
}

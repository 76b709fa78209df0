import type { UserView } from '@ohmstead/contract/users'
import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import { includesRole, type Role } from '@ohmstead/domain/access/role'
import { notifyManager, queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { dropAnswersAhead } from '../../lib/answers-ahead.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call, notifySignedOut } from '../../lib/call.ts'
import { admitPerson, leaveStored, stopStoring, wipeStored, writeStored } from '../../lib/local-store.ts'
import { announcePerson } from '../../lib/person-channel.ts'
import { setHourCycle } from '../i18n/locale.ts'
import { closeLiveHub } from '../live/browser-live-hub.ts'
import { paths } from '../paths.ts'
import { queryClient } from '../query-client.ts'
import { selectCompany } from '../selected-company.ts'
import { siteQuery } from '../site.ts'

/** The signed-in person, or null. Fetched before the application starts and refreshed occasionally. */
export const userQuery = queryOptions({
  queryKey: ['auth', 'user'],
  queryFn: async (): Promise<UserView | null> => {
    try {
      const { user } = await call('GET /auth/user')
      const known = getUser()
      if (known && known.id !== user.id) restartAsOther()
      setHourCycle(user.settings.timeFormat)
      return user
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'not_signed_in') throw error
      // A person signed in until now is redirected to the sign-in, whatever else the page requests.
      if (getUser()) notifySignedOut()
      return null
    }
  },
  staleTime: 5 * 60_000,
})

export function getUser(): UserView | null {
  return queryClient.getQueryData(userQuery.queryKey) ?? null
}

export function setUser(user: UserView | null): void {
  setHourCycle(user?.settings.timeFormat)
  const wasSuperAdmin = isSuperAdmin(getUser())
  queryClient.setQueryData(userQuery.queryKey, user)
  // They see another name of the product.
  if (isSuperAdmin(user) !== wasSuperAdmin) void queryClient.invalidateQueries(siteQuery)
}

const isSuperAdmin = (user: UserView | null) => user !== null && hasRole(user, 'ROLE_SUPER_ADMIN')

export function useMaybeUser(): UserView | null {
  return useQuery(userQuery).data ?? null
}

/** The person for everything inside the shell; it changes for all of it at once, sign-out included. */
export const UserContext = createContext<UserView | null>(null)

/** For what is drawn only for signed-in people. */
export function useUser(): UserView {
  const user = useContext(UserContext)
  if (!user) throw new ApiError('not_signed_in')
  return user
}

/** The input of the permission rule; the same rule decides on the server. */
export function actorOf(user: UserView): Actor {
  return {
    userId: user.id,
    roles: user.roles,
    companyIds: user.companies.map(({ id }) => id),
    locations: user.permissions.locations,
  }
}

export function hasRole(user: UserView, least: Role): boolean {
  return includesRole(activeRole(actorOf(user)), least)
}

/**
 * After signing in, in whichever way. The server has ended a previous session itself; here everything of the previous
 * person is removed too. `remember` stores the first name for the greeting; undefined leaves it unchanged.
 */
export function beginSession(user: UserView, remember?: boolean): void {
  closeLiveHub()
  wipeStored()
  admitPerson()
  removeAnswers()
  selectCompany(null)
  if (remember !== undefined) writeStored('firstName', remember ? user.first_name : null)
  setUser(user)
  announcePerson(user.id)
}

export async function signOut(): Promise<void> {
  const leave = leaveStored()
  await call('POST /auth/logout')
  forgetPerson(leave)
}

/** Nothing that the last person saw stays in memory or in the browser's storage. */
export function forgetPerson(leave = leaveStored()): void {
  closeLiveHub()
  dropAnswersAhead()
  leave()
  setUser(null)
  announcePerson(null)
  // Only once the shell is gone: components still mounted would refetch, as nobody.
  notifyManager.schedule(removeAnswers)
}

/** The session of this browser has become somebody else's, in another tab: the next document begins as them. */
export function restartAsOther(): void {
  closeLiveHub()
  dropAnswersAhead()
  wipeStored()
  stopStoring()
  window.location.assign(paths.home)
}

function removeAnswers(): void {
  queryClient.removeQueries({ predicate: ({ queryKey: [part] }) => part !== 'auth' && part !== 'site' })
}

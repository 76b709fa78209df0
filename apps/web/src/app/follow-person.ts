import { announcePerson, listenForPersons } from '../lib/person-channel.ts'
import { queryClient } from '../shared/query-client.ts'
import { getUser, restartAsOther, userQuery } from '../shared/session/current-user.ts'

/**
 * Nothing of one person stays on the screen, nor is stored, once another tab has signed them out or somebody else in.
 * Returns how to end it.
 */
export function followPerson(): () => void {
  const end = listenForPersons((userId) => void compare(userId))
  announcePerson(getUser()?.id ?? null)
  return end
}

async function compare(userId: number | null): Promise<void> {
  const known = getUser()
  if (!known || known.id === userId) return
  // What is being answered just now may still be about the person before.
  const query = queryClient.getQueryCache().find({ queryKey: userQuery.queryKey })
  if (query?.state.fetchStatus === 'fetching') await query.promise?.catch(() => {})
  // The other tab may know less than this one: the server says who it is, and `userQuery` acts on the answer.
  await queryClient
    .fetchQuery({ ...userQuery, staleTime: 0, retry: false })
    .catch(() => userId !== null && restartAsOther())
}

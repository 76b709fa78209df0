import type { UserView } from '@ohmstead/contract/users'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../lib/call.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { adoptPerson } from '../../shared/session/adopt-person.ts'
import { beginSession } from '../../shared/session/current-user.ts'
import { errorText } from '../../shared/states/page-states.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useAuthSearch } from './auth-search.ts'
import { takeConfirmation, withConfirmation } from './pending-confirmation.ts'
import { takeLabel } from './pending-label.ts'
import { safeNext } from './safe-next.ts'

/**
 * Completes every way of signing in: the person's language and theme, a provider that waited for proof, and
 * the requested page. `remember` stores the first name; undefined leaves it unchanged.
 */
export function useEnter() {
  const t = useT()
  const navigate = useNavigate()
  const { next, oauth } = useAuthSearch()
  return async (user: UserView, remember?: boolean, returnTo: string | null = null) => {
    beginSession(user, remember)
    await adoptPerson(user)
    let target = returnTo
    try {
      if (oauth === 'confirm') target = (await call('POST /auth/oauth/confirm')).returnTo
    } catch (error) {
      // The person is signed in all the same; only the provider is not connected.
      showToast(errorText(error, t), { tone: 'danger' })
    }
    const label = takeLabel(Date.now())
    const asked = safeNext(target ?? next)
    const href = withConfirmation(asked === paths.home && label ? label : asked, takeConfirmation())
    await navigate({ href, replace: true })
  }
}

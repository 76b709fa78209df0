import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { showToast } from '../../ui/toast-store.ts'
import { useT } from '../i18n/use-t.ts'
import { paths } from '../paths.ts'
import { errorText } from '../states/page-states.tsx'
import { signOut } from './current-user.ts'

/** Signs out and shows the sign-in page; a failure is said, and one stays. */
export function useLeave(): () => Promise<void> {
  const t = useT()
  const navigate = useNavigate()
  return useCallback(async () => {
    try {
      await signOut()
      await navigate({ to: paths.login })
    } catch (error) {
      showToast(errorText(error, t), { tone: 'danger' })
    }
  }, [t, navigate])
}

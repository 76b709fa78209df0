import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LeaveModal } from './leave-modal.tsx'

/** Asks before a page with unsaved changes is left, also by closing its window. To be put somewhere on the page. */
export function usePageLeave(hasChanges: () => boolean, what: 'hours' | 'form'): ReactNode {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasChanges(),
    enableBeforeUnload: hasChanges,
    withResolver: true,
  })
  return (
    blocker.status === 'blocked' && <LeaveModal what={what} onStay={blocker.reset} onDrop={blocker.proceed} />
  )
}

import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { PartBoundary } from '../../shared/states/part-boundary.tsx'

const InvitationModal = lazyPart(async () => (await import('./invitation-modal.tsx')).InvitationModal)

/** Opens wherever the address has `confirmationAction` and a numeric `confirmationId`, for signed-in users. */
export function InvitationHost() {
  const { confirmationAction: action, confirmationId: id } = useSearch({ strict: false }) as Record<
    string,
    unknown
  >
  if (typeof action !== 'string' || typeof id !== 'number' || !Number.isSafeInteger(id)) return null
  return (
    <PartBoundary>
      <Suspense>
        <InvitationModal key={id} action={action} id={id} />
      </Suspense>
    </PartBoundary>
  )
}

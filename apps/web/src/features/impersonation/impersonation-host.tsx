import { Suspense } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { useMaybeUser } from '../../shared/session/current-user.ts'
import { PartBoundary } from '../../shared/states/part-boundary.tsx'

const Banner = lazyPart(async () => (await import('./impersonation-banner.tsx')).ImpersonationBanner)

/** The banner of those who impersonate somebody, which nobody else loads. */
export function ImpersonationHost() {
  const user = useMaybeUser()
  if (!user?.impersonator) return null
  return (
    <PartBoundary>
      <Suspense>
        <Banner name={`${user.first_name} ${user.last_name}`.trim()} />
      </Suspense>
    </PartBoundary>
  )
}

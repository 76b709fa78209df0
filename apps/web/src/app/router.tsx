import { createRouter, type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError } from '../lib/api-error.ts'
import { NotFoundPage } from '../shared/states/not-found-page.tsx'
import { FailedState } from '../shared/states/page-states.tsx'
import { BrokenPart } from '../shared/states/part-boundary.tsx'
import type { LazyPage } from './lazy-page.tsx'
import { routeTree } from './routes.tsx'

export const router = createRouter({
  routeTree,
  context: {},
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  // The old page stays until the new one is ready; only a long wait shows something else.
  defaultPendingMs: 1500,
  scrollRestoration: true,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: PageError,
})

/** The code of the requested page loads while the user is still unknown; a failure shows later. */
export function fetchPageAhead(pathname: string): void {
  for (const { options } of router.getMatchedRoutes(pathname)[0])
    void (options.component as Partial<LazyPage> | undefined)?.preload?.().catch(() => {})
}

function PageError({ error }: ErrorComponentProps) {
  const current = useRouter()
  if (error instanceof ApiError)
    return <FailedState isPage error={error} onRetry={() => void current.invalidate()} />
  return <BrokenPart error={error} onRetry={() => void current.invalidate()} />
}

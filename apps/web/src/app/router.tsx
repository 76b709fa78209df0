import { createRouter, type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError } from '../lib/api-error.ts'
import { NotFoundPage } from '../shared/states/not-found-page.tsx'
import { FailedState } from '../shared/states/page-states.tsx'
import { BrokenPart } from '../shared/states/part-boundary.tsx'
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

function PageError({ error }: ErrorComponentProps) {
  const current = useRouter()
  if (error instanceof ApiError)
    return <FailedState isPage error={error} onRetry={() => void current.invalidate()} />
  return <BrokenPart error={error} onRetry={() => void current.invalidate()} />
}

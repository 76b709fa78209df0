import { PortalLayout } from '../features/portal/portal-layout.tsx'
import { providePortalWorker } from '../shared/portal/ask-portal-worker.ts'

/** The pages of the portal, and the worker that calculates for them. */
export function loadPortalLayout(): typeof PortalLayout {
  providePortalWorker(() => new Worker(new URL('./portal-worker.ts', import.meta.url), { type: 'module' }))
  return PortalLayout
}

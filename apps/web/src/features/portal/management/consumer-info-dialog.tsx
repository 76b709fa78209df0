import { Suspense } from 'react'
import { lazyPart } from '../../../lib/load-part.ts'
import type { PortalDevice } from '../../../shared/portal/portal-query.ts'
import { PartBoundary } from '../../../shared/states/part-boundary.tsx'

const ConsumerInfoModal = lazyPart(async () => (await import('./consumer-info-modal.tsx')).ConsumerInfoModal)

/** The details of a metering point; its form is loaded when it is opened. */
export function ConsumerInfoDialog(props: { device: PortalDevice; onClose: () => void }) {
  return (
    <PartBoundary>
      <Suspense>
        <ConsumerInfoModal {...props} />
      </Suspense>
    </PartBoundary>
  )
}

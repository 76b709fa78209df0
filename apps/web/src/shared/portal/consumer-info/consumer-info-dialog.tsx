import { Suspense } from 'react'
import { lazyPart } from '../../../lib/load-part.ts'
import { PartBoundary } from '../../states/part-boundary.tsx'
import type { ConsumerInfoModalProps } from './consumer-info-modal.tsx'

const ConsumerInfoModal = lazyPart(async () => (await import('./consumer-info-modal.tsx')).ConsumerInfoModal)

/** The details of a metering point; its form is loaded when it is opened. */
export function ConsumerInfoDialog(props: ConsumerInfoModalProps) {
  return (
    <PartBoundary>
      <Suspense>
        <ConsumerInfoModal {...props} />
      </Suspense>
    </PartBoundary>
  )
}

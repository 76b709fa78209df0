import { decide } from '@ohmstead/domain/access/permission'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../lib/load-part.ts'
import { actorOf, useUser } from '../../../shared/session/current-user.ts'
import { PartBoundary } from '../../../shared/states/part-boundary.tsx'
import type { Listed } from '../group-locations.tsx'
import type { OpenChange } from './bulk-address.ts'
import { MarkingBar } from './marking-bar.tsx'
import type { Marked } from './use-marked.ts'

const BulkModal = lazyPart(async () => (await import('./bulk-modal.tsx')).BulkModal)
const BulkPanel = lazyPart(async () => (await import('./bulk-panel.tsx')).BulkPanel)

/** Whether the person may change many locations of a company at once. */
export function useMayMark(companyId: number | null): boolean {
  const user = useUser()
  if (companyId === null) return false
  return decide(actorOf(user), 'group.edit', { kind: 'group', companyId, ownLocationIds: [] }) === 'allowed'
}

interface Place {
  companyId: number
  locationGroupId: number
  /** Shows a change in a window, which has an address of its own. */
  onOpen: (change: OpenChange) => void
}

/** Below the list: what is marked, and what to do with it. */
export function BulkMarking({ list, marked, onOpen, ...place }: Place & { list: Listed; marked: Marked }) {
  const [isChoosing, setChoosing] = useState(false)
  return (
    <>
      <MarkingBar
        locationGroupId={place.locationGroupId}
        marked={marked}
        list={list}
        onChange={() => setChoosing(true)}
        onHistory={() => onOpen('all')}
      />
      {isChoosing && (
        <PartBoundary>
          <Suspense>
            <BulkModal
              {...place}
              ids={[...marked.ids].sort((one, other) => one - other)}
              onStarted={(id) => {
                setChoosing(false)
                marked.clear()
                onOpen(id)
              }}
              onClose={() => setChoosing(false)}
            />
          </Suspense>
        </PartBoundary>
      )}
    </>
  )
}

/** The change in the address, if there is one. */
export function OpenBulkChange({ change, onOpen, ...place }: Place & { change: OpenChange }) {
  if (change === null) return null
  return (
    <PartBoundary>
      <Suspense>
        <BulkPanel {...place} change={change} onOpen={onOpen} onClose={() => onOpen(null)} />
      </Suspense>
    </PartBoundary>
  )
}

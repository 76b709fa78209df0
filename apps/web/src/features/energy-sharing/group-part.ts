import type { SharingGroupDetailView } from '@ohmstead/contract/energy-sharing-groups'

/** What every part of the page of a group shows. */
export interface GroupPartProps {
  group: SharingGroupDetailView
}

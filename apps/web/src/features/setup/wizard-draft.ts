import type { AvailableUser, FoundController } from '@ohmstead/contract/setup'
import { useCallback, useSyncExternalStore } from 'react'
import { onWipe } from '../../lib/local-store.ts'
import { emptyPlace, type TypedPlace } from '../../shared/places/place-fields.tsx'

/** A controller or gateway, or a P1 meter: each has a page and words of its own. */
export type WizardUnit = 'controller' | 'p1'

export const wizardSteps = ['location', 'device', 'tariffs', 'overview'] as const
export type WizardStep = (typeof wizardSteps)[number]

/** What the wizard knows so far. Leaving it and coming back finds it again, until the browser is closed. */
export interface WizardDraft {
  step: WizardStep
  place: TypedPlace
  companyId: number | null
  locationGroupId: number | null
  /** Chosen by people who set up for others. */
  owner: AvailableUser | null
  typedSerial: string
  /** The serial of a label's address that has been taken over: what is typed afterwards counts. */
  addressSerial: string | null
  /** The serial came from a picture or an address, so nobody has to press anything to look for it. */
  isScanned: boolean
  found: FoundController | null
  /** A utility rate plan to begin with; null is later. */
  ratePlanId: number | null
}

const emptyDraft: WizardDraft = {
  step: 'location',
  place: emptyPlace,
  companyId: null,
  locationGroupId: null,
  owner: null,
  typedSerial: '',
  addressSerial: null,
  isScanned: false,
  found: null,
  ratePlanId: null,
}

/** The setup grid: one draft for each way in, and for each location that is extended. */
let drafts: Readonly<Record<string, WizardDraft>> = {}
const listeners = new Set<() => void>()

function set(next: typeof drafts): void {
  drafts = next
  for (const listener of listeners) listener()
}

/** Signing out, or being somebody else, leaves nothing behind. */
export function resetSetupGrid(): void {
  set({})
}
onWipe(resetSetupGrid)

/** An existing location is described already: the wizard skips ahead one step. */
const startOf = (isExtending: boolean): WizardDraft => (isExtending ? extendingDraft : emptyDraft)
const extendingDraft: WizardDraft = { ...emptyDraft, step: 'device' }

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** One draft, with stable functions to change it. */
export function useWizardDraft(key: string, isExtending: boolean) {
  const draft = useSyncExternalStore(subscribe, () => drafts[key]) ?? startOf(isExtending)
  const change = useCallback(
    (part: Partial<WizardDraft>) =>
      set({ ...drafts, [key]: { ...(drafts[key] ?? startOf(isExtending)), ...part } }),
    [key, isExtending],
  )
  const reset = useCallback(() => {
    const { [key]: _, ...others } = drafts
    set(others)
  }, [key])
  return { draft, change, reset }
}

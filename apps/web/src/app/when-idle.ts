interface Network {
  saveData?: boolean
  effectiveType?: string
}

/** Whether the person or their network asks to load no more than is needed. */
export function isSavingData(): boolean {
  const network = (navigator as { connection?: Network }).connection
  return Boolean(network?.saveData || network?.effectiveType?.endsWith('2g'))
}

export const whenIdle = (run: () => void) => (window.requestIdleCallback ?? setTimeout)(run)

import { useSearch } from '@tanstack/react-router'

/**
 * What an address of the set-up carries: the location to extend, the company of a new one, the text of a label's serial.
 * Routes read it with every first page, and so only the wizard, which needs it, parses the serial.
 */
export interface SetupSearch {
  location?: number
  company?: number
  serial?: string
}

const readId = (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined

export function readSetupSearch(search: Record<string, unknown>): SetupSearch {
  return {
    location: readId(search.location),
    company: readId(search.company),
    serial: typeof search.serial === 'string' ? search.serial.slice(0, 200) : undefined,
  }
}

export function useSetupSearch(): SetupSearch {
  return readSetupSearch(useSearch({ strict: false }))
}

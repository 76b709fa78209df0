import type { PortalDevice } from '../../../shared/portal/portal-query.ts'
import { matchesWords } from '../../../ui/match-words.ts'

/** The points whose identifier, name or owner have every word of a search. */
export function findDevices<Device extends Pick<PortalDevice, 'eimm' | 'gsrn' | 'title' | 'owner'>>(
  devices: readonly Device[],
  search: string,
): readonly Device[] {
  return devices.filter(({ eimm, gsrn, title, owner }) =>
    matchesWords([eimm, gsrn, title, owner?.name].filter(Boolean).join(' '), search),
  )
}

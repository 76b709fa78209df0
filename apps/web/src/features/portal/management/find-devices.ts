import type { PortalDevice } from '../../../shared/portal/portal-queries.ts'

const simplify = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The points whose identifier, name or owner hold every word; hooks and capitals do not matter. */
export function findDevices<Device extends Pick<PortalDevice, 'eimm' | 'gsrn' | 'title' | 'owner'>>(
  devices: readonly Device[],
  search: string,
): readonly Device[] {
  const words = simplify(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return devices
  return devices.filter(({ eimm, gsrn, title, owner }) => {
    const text = simplify([eimm, gsrn, title, owner?.name].filter(Boolean).join(' '))
    return words.every((word) => text.includes(word))
  })
}

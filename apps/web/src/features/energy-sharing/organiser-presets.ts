import type { OrganiserTerms, SharingScheme } from '@ohmstead/domain/sharing/sharing-terms'

export const presetIds = ['portal', 'genI', 'petrol', 'custom'] as const
export type PresetId = (typeof presetIds)[number]

/** What organisers of energy sharing charge, as found second-hand; check before anything is signed. */
export const organiserPresets: Readonly<Record<Exclude<PresetId, 'custom'>, OrganiserTerms>> = {
  portal: {
    ...{ name: 'Moj Elektro', senderFeePerMonth: '0', receiverFeePerMonth: '0', ownCustomersOnly: false },
    ...{ source: 'laandra/ERK-2026: mojelektro.si', validFrom: '2026-01-01' },
  },
  genI: {
    ...{ name: 'GEN-I', senderFeePerMonth: '4.99', receiverFeePerMonth: '0.99', ownCustomersOnly: true },
    ...{ source: 'laandra/ERK-2026: gen-i.si', validFrom: '2026-07-13' },
  },
  petrol: {
    ...{ name: 'Petrol', senderFeePerMonth: '4.98', receiverFeePerMonth: '4.98', ownCustomersOnly: false },
    ...{ source: 'laandra/ERK-2026: petrol.si', validFrom: '2026-06-09' },
  },
}

export const noOrganiser = (today: string): OrganiserTerms => ({
  ...{ name: '', senderFeePerMonth: '0', receiverFeePerMonth: '0', ownCustomersOnly: false },
  ...{ source: '', validFrom: today },
})

/** Community self-supply has no organiser's fees that were found. */
export function presetsOf(scheme: SharingScheme): readonly PresetId[] {
  return scheme === 'sharing' ? presetIds : ['custom']
}

/** The preset that the terms still are; what was changed is one's own. */
export function findPreset(terms: OrganiserTerms): PresetId {
  const same = (preset: OrganiserTerms) =>
    (Object.keys(preset) as (keyof OrganiserTerms)[]).every((name) => preset[name] === terms[name])
  const found = Object.entries(organiserPresets).find(([, preset]) => same(preset))
  return (found?.[0] as PresetId | undefined) ?? 'custom'
}

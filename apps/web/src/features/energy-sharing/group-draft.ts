import {
  checkForm,
  type FormMessage,
  labelRules,
  nameRules,
  required,
} from '@ohmstead/domain/forms/form-rules'
import type { SharingGroupTerms, SharingScheme } from '@ohmstead/domain/sharing/sharing-terms'
import { noOrganiser, organiserPresets } from './organiser-presets.ts'

/** A group while its terms are written: an amount may be any text until it is checked. */
export interface GroupDraft extends SharingGroupTerms {
  name: string
}

export function emptyGroup(scheme: SharingScheme, today: string): GroupDraft {
  return {
    ...{ name: '', scheme, countryCode: 'SI', priceTerms: { kind: 'middle' }, communityCase: null },
    organiser: scheme === 'sharing' ? organiserPresets.portal : noOrganiser(today),
    validFrom: firstOfNextMonth(today),
  }
}

/** What is charged for shared energy differs by scheme; name, days and price stay. */
export function moveToScheme(draft: GroupDraft, scheme: SharingScheme, today: string): GroupDraft {
  if (scheme === draft.scheme) return draft
  const { organiser, communityCase } = emptyGroup(scheme, today)
  return { ...draft, scheme, organiser, communityCase }
}

export type GroupProblems = Readonly<Record<string, FormMessage>>

const amount = [required, { rule: 'double', isRead: true }, { rule: 'min_value', min: 0 }] as const

/** What is wrong, by field. */
export function checkGroup({ name, organiser, priceTerms, validFrom }: GroupDraft): GroupProblems {
  return checkForm(
    {
      ...{ name, validFrom, organiserName: organiser.name },
      ...{ senderFee: organiser.senderFeePerMonth, receiverFee: organiser.receiverFeePerMonth },
      ...{ source: organiser.source, perKwh: 'perKwh' in priceTerms ? priceTerms.perKwh : '' },
    },
    {
      ...{ name: nameRules(200), validFrom: [required], organiserName: nameRules(200) },
      ...{ senderFee: amount, receiverFee: amount, source: labelRules(500) },
      perKwh: 'perKwh' in priceTerms ? amount : [],
    },
  )
}

function firstOfNextMonth(today: string): string {
  return Temporal.PlainDate.from(today).with({ day: 1 }).add({ months: 1 }).toString()
}

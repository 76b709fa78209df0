import { labelRules } from '@ohmstead/domain/forms/form-rules'
import {
  memberRoles,
  nettings,
  sharingKeyKinds,
  sharingSchemes,
} from '@ohmstead/domain/sharing/sharing-terms'
import { z } from 'zod'
import { decimalText } from './price-terms.ts'
import { bodyId, localDay, ruledText } from './wire.ts'

// What a sharing group agrees on: scheme, organiser's fees, price and key. Amounts and shares are decimal texts without VAT.

export const sharingScheme = z.enum(sharingSchemes)
export const memberRole = z.enum(memberRoles)
export const memberNetting = z.enum(nettings)
export const memberState = z.enum(['invited', 'active', 'left', 'declined'])
export const sharingKeyKind = z.enum(sharingKeyKinds)

/** A calendar month. */
export const calendarMonth = z.string('required').regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'regex')

export const organiserTerms = z.object({
  name: ruledText(labelRules(120)),
  senderFeePerMonth: decimalText,
  receiverFeePerMonth: decimalText,
  ownCustomersOnly: z.boolean(),
  source: ruledText(labelRules(500)),
  validFrom: localDay,
})
organiserTerms.register(z.globalRegistry, { id: 'OrganiserTerms' })

export const sharePrice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('free') }),
  z.object({ kind: z.literal('fixed'), perKwh: decimalText }),
  z.object({ kind: z.literal('middle') }),
  z.object({ kind: z.literal('spotCapped'), perKwh: decimalText }),
])
sharePrice.register(z.globalRegistry, { id: 'SharePrice' })

/** By the id of the member; of a static key they sum to exactly 1. */
const shares = z.record(z.string(), z.string())

export const sharingKey = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('static'), shares }),
  z.object({ kind: z.literal('byUse') }),
  z.object({ kind: z.literal('optimal') }),
])
sharingKey.register(z.globalRegistry, { id: 'SharingKey' })

/** A key as it is written: a request has no fields that the contract does not name. */
export const writtenKey = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('static'),
    /** Shares of receivers, which sum to exactly 1. */
    shares: z
      .array(z.object({ memberId: bodyId, share: decimalText }))
      .min(1, 'required')
      .max(1000, 'max'),
  }),
  z.object({ kind: z.literal('byUse') }),
  z.object({ kind: z.literal('optimal') }),
])
writtenKey.register(z.globalRegistry, { id: 'WrittenSharingKey' })

export const datedKey = z.object({
  id: z.number(),
  /** The first day it applies; until the next one. */
  validFrom: z.string(),
  /** Of several for one day the newest counts; the others stay as history. */
  isCurrent: z.boolean(),
  /** A member sees its own share only. */
  key: sharingKey,
  createdAt: z.number(),
})
datedKey.register(z.globalRegistry, { id: 'DatedSharingKey' })

/** What a place of energy is: a location, or a metering point of the portal. */
export const sharingSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('location'), locationId: bodyId }),
  z.object({ kind: z.literal('point'), abstractDeviceId: bodyId }),
])
sharingSubject.register(z.globalRegistry, { id: 'SharingSubject' })

import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import { bill } from '@ohmstead/pricing/bill'
import type { Bill } from '@ohmstead/pricing/bill-model'
import { emptyGround, type LedgerGround } from '@ohmstead/pricing/ledger/build-ledger'
import type { SupplierPrices } from '@ohmstead/pricing/price-series'
import { readSupplierPrices } from './share-prices.ts'
import { SharingError } from './sharing-error.ts'
import type { SharingMember, SharingQuestion } from './sharing-model.ts'
import { prepareMonth, type SharingMonth } from './sharing-month.ts'

/** A month with what does not depend on keys and prices between members: readings and the bills without sharing. */
export interface PreparedMonth {
  month: SharingMonth
  currency: CurrencyCode
  /** In the order of rows. */
  alone: Bill[]
  /** What the bills of each have in common. */
  grounds: LedgerGround[]
  /** What suppliers charge and pay; worked out when first asked for. */
  suppliers: () => SupplierPrices[]
  untilMs: number | undefined
  sharedBills?: Map<string, Bill> | undefined
}

export interface PrepareOptions {
  /** The present, if the month may reach beyond it. */
  untilMs?: number
  /** Bills without sharing that are known already, by member and month; those worked out are added. */
  aloneBills?: Map<string, Bill>
  /** The same with sharing; valid for one set of members and keys. */
  sharedBills?: Map<string, Bill>
}

/** Bills every member without sharing. Throws `SharingError` if their bills are in different currencies. */
export function prepareSettlement(
  question: SharingQuestion,
  ofMonth: string,
  { untilMs, aloneBills, sharedBills }: PrepareOptions = {},
): PreparedMonth {
  const month = prepareMonth(question, ofMonth)
  const grounds = month.rows.map(emptyGround)
  const alone = month.rows.map(({ member }, place) => {
    const key = `${member.id} ${ofMonth}`
    const own = aloneBills?.get(key) ?? billAlone(member, month, grounds[place]!, untilMs)
    aloneBills?.set(key, own)
    return own
  })
  const currency = alone[0]?.currency ?? 'EUR'
  const other = alone.findIndex((one) => one.currency !== currency)
  if (other >= 0) {
    const { id } = month.rows[other]!.member
    const details = { memberId: id, currency: alone[other]!.currency, other: currency }
    throw new SharingError('currencies_differ', details)
  }
  let suppliers: SupplierPrices[] | null = null
  return {
    ...{ month, currency, alone, grounds, untilMs, sharedBills },
    suppliers: () => {
      suppliers ??= readSupplierPrices(month)
      return suppliers
    },
  }
}

function billAlone(
  { world, energies }: SharingMember,
  { firstDay, lastDay }: SharingMonth,
  ground: LedgerGround,
  untilMs: number | undefined,
): Bill {
  const until = untilMs === undefined ? {} : { untilMs }
  return bill(world, energies, { from: firstDay, to: lastDay, ...until }, ground)
}

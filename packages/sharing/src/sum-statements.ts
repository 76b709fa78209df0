import { addExact, formatExact, parseExact, zero } from '@ohmstead/domain/money/exact'
import { type CurrencyCode, currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import { addEnergies, noEnergies } from './member-energies.ts'
import type { GroupTotals, MemberEnergies, MemberMoney } from './sharing-model.ts'

/** Sums of statements of several members or months; an amount is null as soon as one of them is. */
export function sumStatements(
  statements: readonly { energies: MemberEnergies; money: MemberMoney }[],
  currency: CurrencyCode,
): GroupTotals {
  return {
    energies: statements.map(({ energies }) => energies).reduce(addEnergies, noEnergies),
    ...sumMoney(
      statements.map(({ money }) => money),
      currency,
    ),
  }
}

export function sumMoney(all: readonly MemberMoney[], currency: CurrencyCode): MemberMoney {
  const sum = (amounts: (string | null)[]) =>
    amounts.some((amount) => amount === null) ? null : sumOf(amounts as string[])
  const sumOf = (amounts: string[]) =>
    formatExact(amounts.map(parseExact).reduce(addExact, zero), currencyDecimals[currency])
  return {
    alone: sum(all.map(({ alone }) => alone)),
    shared: sum(all.map(({ shared }) => shared)),
    paid: sum(all.map(({ paid }) => paid)),
    earned: sum(all.map(({ earned }) => earned)),
    fees: {
      net: sumOf(all.map(({ fees }) => fees.net)),
      vat: sumOf(all.map(({ fees }) => fees.vat)),
      gross: sumOf(all.map(({ fees }) => fees.gross)),
    },
    benefit: sum(all.map(({ benefit }) => benefit)),
  }
}

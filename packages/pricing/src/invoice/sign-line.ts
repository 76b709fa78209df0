import { parseExact } from '@ohmstead/domain/money/exact'
import type { InvoiceLine } from './invoice-model.ts'

/** What is fed in is credited, whether it was printed with a minus or not; a price below zero makes it a charge. */
export function signLine(line: InvoiceLine): InvoiceLine {
  if (line.part !== 'feedIn') return line
  const size = line.amount.replace('-', '')
  const isCharged =
    line.unitPrice !== null && parseExact(line.unitPrice).digits < 0n && line.amount.startsWith('-')
  const quantity = line.quantity?.replace('-', '') ?? null
  return { ...line, quantity, amount: isCharged || parseExact(size).digits === 0n ? size : `-${size}` }
}

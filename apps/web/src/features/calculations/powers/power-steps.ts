import type { BlockPowers } from '@ohmstead/network-fee/powers/agreed-power'
import type { Block } from '../calculation-data.ts'

export interface Limits {
  minimumPowerKw: number | null
  connectionPowerKw: number | null
}

const stepsPerKw = 10
const endlessKw = 1_000_000

/** The nearest permitted step of 0.1 kW between the minimum and the connection power. */
export function toStep(kw: number, { minimumPowerKw, connectionPowerKw }: Limits): number {
  const lowest = Math.ceil((minimumPowerKw ?? 0) * stepsPerKw - 1e-6)
  const highest = Math.floor((connectionPowerKw ?? endlessKw) * stepsPerKw + 1e-6)
  return Math.max(Math.min(Math.round(kw * stepsPerKw), highest), lowest) / stepsPerKw
}

/** A dragged step moves along those it would pass, since no block may be below the previous one. */
export function movePower(powersKw: BlockPowers, block: Block, kw: number, limits: Limits): BlockPowers {
  const to = toStep(kw, limits)
  return powersKw.map((own, place) => {
    if (place === block - 1) return to
    return place < block - 1 ? Math.min(own, to) : Math.max(own, to)
  }) as BlockPowers
}

/** A typed power, with comma or point; null if it is no non-negative number. */
export function parsePowerText(text: string): number | null {
  const plain = text.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.')
  if (!/^(\d+(\.\d*)?|\.\d+)$/.test(plain)) return null
  const kw = Number(plain)
  return kw < endlessKw ? kw : null
}

export function arePowersEqual(a: BlockPowers | null, b: BlockPowers | null): boolean {
  return a === b || (a !== null && b !== null && a.every((kw, place) => kw === b[place]))
}

/** A decimal number as text, like '0.1199' or '-12': digits with at most one point, never an exponent. */
export type DecimalText = string

/** An exact decimal: `digits` × 10^-`scale`. */
export interface Exact {
  digits: bigint
  scale: number
}

/** At most 15 digits before the point and 12 after it. */
export const decimalPattern = /^-?\d{1,15}(\.\d{1,12})?$/
/** Products and sums have more digits than anybody enters. */
const resultPattern = /^-?\d{1,60}(\.\d{1,60})?$/

export const zero: Exact = { digits: 0n, scale: 0 }

/** Whether an entered text is a decimal number: at most 15 digits before the point and 12 after it. */
export function isDecimalText(text: string): boolean {
  return decimalPattern.test(text)
}

/** Reads a decimal text, entered or calculated; throws a RangeError for anything else. */
export function parseExact(text: DecimalText): Exact {
  if (!resultPattern.test(text)) throw new RangeError(`not a decimal: ${text}`)
  const point = text.indexOf('.')
  if (point < 0) return { digits: BigInt(text), scale: 0 }
  return { digits: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 }
}

/** A number with at most `decimals` decimals, as exactly the decimal that a person would write. */
export function exactOf(value: number, decimals: number): Exact {
  return { digits: BigInt(Math.round(value * 10 ** decimals)), scale: decimals }
}

export function addExact(a: Exact, b: Exact): Exact {
  const scale = Math.max(a.scale, b.scale)
  return { digits: digitsAt(a, scale) + digitsAt(b, scale), scale }
}

export function negateExact({ digits, scale }: Exact): Exact {
  return { digits: -digits, scale }
}

export function subtractExact(a: Exact, b: Exact): Exact {
  return addExact(a, negateExact(b))
}

export function multiplyExact(a: Exact, b: Exact): Exact {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale }
}

/** Below zero if `a` is smaller, zero if equal, above zero if larger. */
export function compareExact(a: Exact, b: Exact): number {
  const scale = Math.max(a.scale, b.scale)
  const [left, right] = [digitsAt(a, scale), digitsAt(b, scale)]
  return left < right ? -1 : left > right ? 1 : 0
}

/** Rounds to a number of decimals, halves away from zero. */
export function roundExact(value: Exact, decimals: number): Exact {
  if (value.scale <= decimals) return { digits: digitsAt(value, decimals), scale: decimals }
  return { digits: divideDigits(value.digits, 10n ** BigInt(value.scale - decimals)), scale: decimals }
}

/** A quotient rounded to a number of decimals, halves away from zero; throws a RangeError for a divisor of zero. */
export function divideExact(value: Exact, divisor: Exact, decimals: number): Exact {
  const scale = Math.max(0, value.scale - divisor.scale - decimals)
  const digits = value.digits * 10n ** BigInt(Math.max(0, decimals - value.scale + divisor.scale))
  return { digits: divideDigits(digits, divisor.digits * 10n ** BigInt(scale)), scale: decimals }
}

/** As a decimal text without trailing zeros, or with exactly `decimals` of them. */
export function formatExact(value: Exact, decimals?: number): DecimalText {
  const { digits, scale } = decimals === undefined ? value : roundExact(value, decimals)
  const size = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  const after = size.slice(size.length - scale)
  const shown = decimals === undefined ? after.replace(/0+$/, '') : after
  const text = size.slice(0, size.length - scale) + (scale > 0 && shown ? `.${shown}` : '')
  return digits < 0n && /[1-9]/.test(text) ? `-${text}` : text
}

/** As the nearest number, for drawing and comparing; never for money that is added up. */
export function toNumber(value: Exact): number {
  return Number(formatExact(value))
}

/** The digits at a scale that is not smaller. */
function digitsAt({ digits, scale }: Exact, wanted: number): bigint {
  return scale === wanted ? digits : digits * 10n ** BigInt(wanted - scale)
}

function divideDigits(digits: bigint, divisor: bigint): bigint {
  const isNegative = digits < 0n !== divisor < 0n
  const [size, unit] = [digits < 0n ? -digits : digits, divisor < 0n ? -divisor : divisor]
  const rounded = (size * 2n + unit) / (unit * 2n)
  return isNegative ? -rounded : rounded
}

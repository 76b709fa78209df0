const [zero, nine, minus, comma, point] = [48, 57, 45, 44, 46]
const mostWhole = 9
const mostDecimals = 30
const keptDecimals = 6

/**
 * Whole milliwatt-hours of kilowatt-hours written as a decimal ('0.0370', '1,25'): digit by digit, without binary
 * rounding. Decimals beyond the sixth are rounded, half away from zero, as spreadsheets and some exports write
 * them. Null if it is no decimal or too large to be exact.
 */
export function parseMilliWh(text: string): number | null {
  // Called by the hundred thousand: a regular expression with groups takes five times as long.
  const digits = text.trim()
  const isNegative = digits.charCodeAt(0) === minus
  const from = isNegative ? 1 : 0
  let milliWh = 0
  let at = from
  for (; isDigit(digits.charCodeAt(at)); at++) milliWh = milliWh * 10 + digits.charCodeAt(at) - zero
  if (at === from || at - from > mostWhole) return null
  let decimals = 0
  if (at < digits.length) {
    const sign = digits.charCodeAt(at)
    if (sign !== point && sign !== comma) return null
    for (at += 1; at < digits.length; at++) {
      const code = digits.charCodeAt(at)
      if (!isDigit(code)) return null
      decimals += 1
      if (decimals <= keptDecimals) milliWh = milliWh * 10 + code - zero
      else if (decimals === keptDecimals + 1 && code >= zero + 5) milliWh += 1
    }
    if (decimals === 0 || decimals > mostDecimals) return null
  }
  for (; decimals < keptDecimals; decimals++) milliWh *= 10
  return isNegative && milliWh > 0 ? -milliWh : milliWh
}

const isDigit = (code: number) => code >= zero && code <= nine

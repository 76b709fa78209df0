import { type P1Result, parseP1Telegram } from './p1-telegram.ts'

/**
 * Every telegram of a body, in order: a reader that was offline sends several at once, and one that started or was
 * interrupted in the middle sends fragments. A fragment is refused by itself and never mixed with the next telegram,
 * which would go unnoticed for meters without a checksum.
 */
export function parseP1Body(bytes: Uint8Array): P1Result[] {
  const text = asLatin1(bytes)
  const results: P1Result[] = []
  let from = 0
  for (const { index, 0: end } of text.matchAll(/[\r\n]![^\r\n]*/g)) {
    const until = index + end.length
    results.push(...parsePiece(bytes, text, from, until))
    from = until
  }
  const rest = text.slice(from)
  if (results.length === 0) results.push(refuse(explainNothing(rest)))
  else if (startsIn(rest).length > 0) results.push(refuse('the last telegram is cut: no line begins with !'))
  return results
}

/** The text up to one `!`: a telegram, perhaps with fragments before it. */
function parsePiece(bytes: Uint8Array, text: string, from: number, until: number): P1Result[] {
  const starts = startsIn(text.slice(from, until))
  if (starts.length === 0) return [refuse('the beginning of a telegram is missing: no line begins with /')]
  const last = parseP1Telegram(bytes.subarray(from + starts.at(-1)!, until))
  if (starts.length === 1) return [last]
  // An apparent start may be part of a text in the telegram; then the checksum shows it.
  const whole = last.ok ? null : parseP1Telegram(bytes.subarray(from + starts[0]!, until))
  if (whole?.ok && whole.telegram.crc === 'valid') return [whole]
  return [refuse('a telegram is cut: another one begins before its !'), last]
}

/** Where a telegram may start: `/` at the start of a line, or, after a fragment, before three letters and a digit. */
function startsIn(text: string): number[] {
  const starts = Array.from(text.matchAll(/(?<![^\r\n])\/|\/(?=[A-Za-z]{3}\d)/g), ({ index }) => index)
  const first = text.indexOf('/')
  return starts.length > 0 || first < 0 ? starts : [first]
}

function explainNothing(text: string): string {
  if (!text.includes('/')) return 'no line begins with /'
  if (text.includes('!') && !/[\r\n]/.test(text))
    return 'its line ends are missing; it must be sent as it is, by curl with --data-binary'
  return 'no line begins with !'
}

const refuse = (detail: string): P1Result => ({ ok: false, reason: 'no_telegram', detail })

const asLatin1 = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

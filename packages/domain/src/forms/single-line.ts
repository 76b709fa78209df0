// The joiners U+200C and U+200D stay: Persian and the scripts of India use them. Other invisible characters could make
// two names look alike, and direction marks would also turn the sentence around the name.
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
const unseen =
  /[\p{Bidi_Control}\u00ad\u200b\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
const seen = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether a text has no line breaks, control characters or invisible characters. */
export function isSingleLine(text: string): boolean {
  return text.search(breaks) < 0 && text.search(unseen) < 0
}

/** The same for a name, which must also have something visible. */
export function isSingleLineName(text: string): boolean {
  return isSingleLine(text) && seen.test(text)
}

/** A text from another system, as one line of at most `length` characters without half a surrogate pair. */
export function cleanLine(text: string, length: number): string {
  const clean = text.toWellFormed().replace(breaks, ' ').replace(unseen, '').trim()
  return clean.length <= length ? clean : [...clean].slice(0, length).join('').trim()
}

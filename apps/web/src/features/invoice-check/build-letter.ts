/** What a letter says, in words of its language. */
export interface LetterContent {
  /** When it is written. */
  day: string
  supplier: string | null
  subject: string
  /** Of the metering point; null if the invoice names none. */
  point: string | null
  greeting: string
  opening: string
  itemsHeading: string
  items: readonly string[]
  facts: readonly string[]
  request: string
  closing: string
  /** Who signs it. */
  signature: string
}

/** A formal letter as plain text; whatever shows it breaks its rows. */
export function buildLetter(content: LetterContent): string {
  const { supplier, day, subject, point, greeting, opening, itemsHeading, items, facts, request } = content
  const list = items.length > 0 ? [itemsHeading, ...items.map((item) => `– ${item}`)].join('\n') : null
  const about = [subject, point].filter(Boolean).join('\n')
  const end = [content.closing, content.signature].filter(Boolean).join('\n')
  const blocks = [supplier, day, about, greeting, opening, list, facts.join('\n'), request, end]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

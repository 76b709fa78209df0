/** What a letter says, in words of its language. */
export interface LetterContent {
  supplier: string | null
  subject: string
  greeting: string
  opening: string
  itemsHeading: string
  items: readonly string[]
  facts: readonly string[]
  request: string
  closing: string
}

/** A formal letter as plain text; whatever shows it breaks its rows. */
export function buildLetter(content: LetterContent): string {
  const { supplier, subject, greeting, opening, itemsHeading, items, facts, request, closing } = content
  const list = items.length > 0 ? [itemsHeading, ...items.map((item) => `– ${item}`)].join('\n') : null
  const blocks = [supplier, subject, greeting, opening, list, facts.join('\n'), request, closing]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

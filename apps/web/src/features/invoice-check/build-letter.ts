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

const widest = 78

/** A formal letter as plain text, which any program can print. */
export function buildLetter(content: LetterContent): string {
  const { supplier, subject, greeting, opening, itemsHeading, items, facts, request, closing } = content
  const blocks = [
    supplier,
    subject,
    greeting,
    opening,
    items.length > 0 ? [itemsHeading, ...items.map((item) => wrap(`– ${item}`, '  '))].join('\n') : null,
    facts.join('\n'),
    request,
    closing,
  ]
  return `${blocks
    .filter((block): block is string => Boolean(block))
    .map((block) =>
      block
        .split('\n')
        .map((row) => wrap(row, row.startsWith(' ') ? '  ' : ''))
        .join('\n'),
    )
    .join('\n\n')}\n`
}

/** Broken between words; what follows the first row is indented. */
function wrap(text: string, indent: string): string {
  const rows: string[] = []
  let row = ''
  for (const word of text.split(' ')) {
    if (row !== '' && row.length + 1 + word.length > widest) {
      rows.push(row)
      row = `${indent}${word}`
    } else row = row === '' ? word || ' ' : `${row} ${word}`
  }
  return [...rows, row].join('\n')
}

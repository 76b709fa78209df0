interface CitationPart {
  text: string
  /** Where it leads; null for what is only text. */
  href: string | null
}

/** The addresses and repositories that a citation names, as links, with the text between them. */
export function splitCitation(citation: string): CitationPart[] {
  return citation
    .split(/(https?:\/\/[^\s,;()]+|github [\w.-]+\/[\w.-]+)/)
    .map((text, place) => ({ text, href: place % 2 === 1 ? addressOf(text) : null }))
    .filter(({ text }) => text !== '')
}

const addressOf = (named: string) =>
  named.startsWith('github ') ? `https://github.com/${named.slice('github '.length)}` : named

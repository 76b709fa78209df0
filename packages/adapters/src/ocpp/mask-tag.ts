/** The tag of sessions that were started from here; no card has it. */
export const ownTag = 'OHMSTEAD'

/** The end of a card's number, which tells people's cards apart and opens no charger; null of a start from here. */
export function maskTag(tag: string | null): string | null {
  if (tag === null || tag === ownTag) return null
  const characters = [...tag]
  const shown = Math.min(4, Math.floor(characters.length / 2))
  return `…${characters.slice(characters.length - shown).join('')}`
}

/** A piece of text on a page, from its lower left corner. */
export interface TextPiece {
  str: string
  x: number
  y: number
  width: number
  height: number
}

/** Pieces of a page as rows from top to bottom: columns are kept apart by blanks. */
export function joinRows(pieces: readonly TextPiece[]): string[] {
  const shown = pieces.filter(({ str }) => str.trim() !== '')
  const rows: { y: number; height: number; pieces: TextPiece[] }[] = []
  for (const piece of shown.toSorted((a, b) => b.y - a.y)) {
    const last = rows.at(-1)
    // Figures of a smaller type stand a little off the words that they belong to.
    if (last && last.y - piece.y < Math.max(last.height, piece.height) * 0.5) last.pieces.push(piece)
    else rows.push({ y: piece.y, height: piece.height, pieces: [piece] })
  }
  return rows.map((row) => joinPieces(row.pieces))
}

function joinPieces(pieces: readonly TextPiece[]): string {
  let row = ''
  let end: number | null = null
  for (const piece of pieces.toSorted((a, b) => a.x - b.x)) {
    const gap = end === null ? 0 : piece.x - end
    const isColumn = gap > piece.height * 0.6
    if (end !== null) row += isColumn ? '  ' : gap > piece.height * 0.1 ? ' ' : ''
    row += piece.str.trim()
    if (!isColumn && piece.str.endsWith(' ')) row += ' '
    end = piece.x + piece.width
  }
  return row.trimEnd()
}

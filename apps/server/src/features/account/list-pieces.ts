/** This many rows are read and serialised before other work can run: a few milliseconds. */
const rowsPerPiece = 200

/** A list as `JSON.stringify` formats it with two spaces, in pieces of some rows. */
export async function* listPieces(
  readRows: (page: { offset: number; limit: number }) => Promise<readonly unknown[]>,
): AsyncGenerator<string> {
  let offset = 0
  for (;;) {
    const rows = await readRows({ offset, limit: rowsPerPiece })
    if (rows.length > 0) {
      const texts = rows.map((row) => JSON.stringify(row, null, 2).replace(/^/gm, '  '))
      yield `${offset === 0 ? '[' : ','}\n${texts.join(',\n')}`
    }
    offset += rows.length
    if (rows.length < rowsPerPiece) break
  }
  yield offset === 0 ? '[]' : '\n]'
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listPieces } from './list-pieces.ts'

const inPieces = (rows: readonly unknown[]) =>
  Array.fromAsync(listPieces(async ({ offset, limit }) => rows.slice(offset, offset + limit)))

test('the pieces of a list form the list as it would be written at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.object({ maxDepth: 2 }), { maxLength: 3 }),
      fc.constantFrom(0, 1, 199, 200, 201, 400),
      async (some, count) => {
        const rows = Array.from({ length: some.length && count }, (_, at) => some[at % some.length])
        expect((await inPieces(rows)).join('')).toBe(JSON.stringify(rows, null, 2))
      },
    ),
    { numRuns: 30 },
  )
})

test('no piece has more than two hundred rows, however long the list', async () => {
  const pieces = await inPieces(Array.from({ length: 5000 }, (_, row) => ({ row })))
  expect(Math.max(...pieces.map((piece) => piece.match(/"row"/g)?.length ?? 0))).toBe(200)
  expect(pieces).toHaveLength(26)
})

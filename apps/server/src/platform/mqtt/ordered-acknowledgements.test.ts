import { expect, it } from 'vitest'
import { createOrderedAcknowledgements } from './ordered-acknowledgements.ts'

const turn = () => new Promise(setImmediate)

it('a message is acknowledged once it and all before it are stored, those of one turn in one buffer', async () => {
  const written: string[] = []
  const arrive = createOrderedAcknowledgements((bytes) => written.push(bytes.toString('hex')))
  const [first, second, none, third, fourth] = [1, 0x1234, null, 3, 0xffff].map(arrive)
  second!()
  none!()
  await turn()
  expect(written).toEqual([])
  first!()
  await turn()
  expect(written).toEqual(['4002000140021234'])
  fourth!()
  third!()
  await turn()
  expect(written.slice(1)).toEqual(['400200034002ffff'])
})

it('acknowledges thousands in order, whatever the order in which they are stored', async () => {
  const written: Buffer[] = []
  const arrive = createOrderedAcknowledgements((bytes) => written.push(bytes))
  const stored = Array.from({ length: 5000 }, (_, index) => arrive(index + 1))
  // Every seventh later than the others, in three rounds.
  for (const round of [1, 2, 0]) {
    for (const [index, isStored] of stored.entries())
      if (index % 7 === round || (round === 2 && index % 7 > 2)) isStored()
    await turn()
  }
  const bytes = Buffer.concat(written)
  const ids = Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt16BE(index * 4 + 2))
  expect(ids).toEqual(Array.from({ length: 5000 }, (_, index) => index + 1))
})

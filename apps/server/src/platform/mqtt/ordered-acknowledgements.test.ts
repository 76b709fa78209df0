import { expect, it } from 'vitest'
import { createOrderedAcknowledgements } from './ordered-acknowledgements.ts'

it('acknowledges in the order of arrival, each once it and all before it are stored', () => {
  const written: string[] = []
  const arrive = createOrderedAcknowledgements((bytes) => written.push(bytes.toString('hex')))
  const [first, second, none, third] = [1, 0x1234, null, 3].map(arrive)
  second!()
  none!()
  expect(written).toEqual([])
  first!()
  expect(written).toEqual(['4002000140021234'])
  third!()
  expect(written).toEqual(['4002000140021234', '40020003'])
})

import { expect, test } from 'vitest'
import { toWord } from './draw-dense.ts'

test('a colour becomes the bytes red, green, blue, alpha', () => {
  const bytes = new Uint8Array(Uint32Array.of(toWord('#eba51c')).buffer)
  expect([...bytes]).toEqual([0xeb, 0xa5, 0x1c, 0xff])
})

import { expect, test } from 'vitest'
import { createArchiveReader } from './read-archive.ts'

const text = new TextEncoder()

/** One file of a cpio archive in the form `newc`, or its end. */
function pack(name: string, content = '', magic = '070701'): Uint8Array {
  const bytes = text.encode(content)
  const fields = [1, 0o100644, 0, 0, 1, 0, bytes.length, 0, 0, 0, 0, name.length + 1, 0]
  const head = `${magic}${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}${name}\0`
  const fill = (length: number) => '\0'.repeat((4 - (length % 4)) % 4)
  return text.encode(head + fill(head.length) + content + fill(bytes.length))
}
const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
const end = pack('TRAILER!!!')

function read(archive: Uint8Array, pieceBytes = archive.length): [string, string][] {
  const files: [string, string][] = []
  const ended: string[] = []
  const reader = createArchiveReader({
    entry: ({ name }) => files.push([name, '']),
    bytes: (chunk) => {
      files.at(-1)![1] += new TextDecoder().decode(chunk)
    },
    end: ({ name }) => ended.push(name),
  })
  for (let at = 0; at < archive.length; at += pieceBytes) reader.push(archive.subarray(at, at + pieceBytes))
  reader.finish()
  expect(ended).toEqual(files.map(([name]) => name))
  return files
}

const two = join(pack('one', 'hello'), pack('empty'), pack('two.bin', 'x'.repeat(999), '070702'), end)

test.each([1, 2, 3, 7, 109, 110, 111, 512, 10_000])(
  'reads an archive in pieces of %i bytes',
  (pieceBytes) => {
    expect(read(two, pieceBytes)).toEqual([
      ['one', 'hello'],
      ['empty', ''],
      ['two.bin', 'x'.repeat(999)],
    ])
  },
)

test('the zeros that fill its last block belong to it, anything else does not', () => {
  expect(read(join(two, new Uint8Array(400)), 64)).toHaveLength(3)
  for (const pieceBytes of [1, 5000])
    expect(() => read(join(two, new Uint8Array(8), text.encode('more')), pieceBytes)).toThrow(
      'something follows its end',
    )
})

test('wherever it is cut off, its end is missing', () => {
  for (const length of [0, 1, 109, 113, 120, two.length - end.length, two.length - 1])
    expect(() => read(two.subarray(0, length)), String(length)).toThrow('its end is missing')
})

test('what is no archive is refused early', () => {
  const found = 'it is no cpio archive'
  expect(() => read(text.encode('PK'.repeat(200)))).toThrow(found)
  expect(() => read(join(pack('one', 'hello', '070707'), end))).toThrow(found)
  const signed = pack('one', 'hello')
  signed.set(text.encode('-1'), 54)
  expect(() => read(join(signed, end))).toThrow(found)
})

test('names that a terminal or a disk would stumble over are refused, and endless archives', () => {
  expect(() => read(join(pack('a\nb'), end))).toThrow('a file name is not plain')
  expect(() => read(join(pack('a'.repeat(300)), end))).toThrow('a file name is too long')
  const many = Array.from({ length: 201 }, (_, number) => pack(`file-${number}`))
  expect(() => read(join(...many, end))).toThrow('it holds too many files')
})

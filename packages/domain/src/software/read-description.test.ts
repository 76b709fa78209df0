import { expect, test } from 'vitest'
import { readDescription } from './read-description.ts'

const hash = 'ab'.repeat(32)
const describe = (inside: string) => `software = { version = "1.2"; ${inside} };`

test('the language of libconfig is read: comments, groups, lists, texts in pieces, links', () => {
  const text = `# an image
    software: {
      version = "1." "2"; // joined
      board = { hardware-compatibility: ["A", "B"]; stable: { copy1: { images: (
        { filename = "root.img"; sha256 = "${hash.toUpperCase()}"; compressed = true; size = 0x10L; offset = -1.5e3; },
      ) }; copy2 = { ref = "#./copy1"; } } };
      /* and */ scripts: ( { filename = "a.sh", sha256 = "${hash}" } );
    }`
  expect(readDescription(text)).toEqual({
    version: '1.2',
    hardware: ['A', 'B'],
    files: new Map([
      ['root.img', hash],
      ['a.sh', hash],
    ]),
  })
})

test.each([
  ['a file without a hash', describe('files: ({ filename = "a"; });')],
  ['no file at all', describe('')],
  [
    'two hashes of one file',
    describe(
      `a: ({ filename = "a"; sha256 = "${hash}"; }, { filename = "a"; sha256 = "${'cd'.repeat(32)}"; });`,
    ),
  ],
  [
    'a pattern for the hardware',
    describe(`hardware-compatibility: ["#RE:^A"]; files: ({ filename = "a"; sha256 = "${hash}"; });`),
  ],
  ['a name twice', 'software = { version = "1"; version = "2"; };'],
  [
    'a version that is none',
    `software = { version = "1 <b>"; files: ({ filename = "a"; sha256 = "${hash}"; }); };`,
  ],
  ['no group of that name', 'other = { };'],
  ['text that ends early', 'software = { version = '],
  ['something else', '\u0000\u0001 binary'],
  ['endless nesting', `software = ${'{ a = '.repeat(2000)}`],
])('refuses %s', (_, text) => {
  expect(() => readDescription(text)).toThrow('')
})

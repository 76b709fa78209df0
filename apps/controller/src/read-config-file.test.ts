import { expect, it } from 'vitest'
import { parseConfig, readConfigFile } from './read-config-file.ts'

it('turns lines into options', () => {
  const text = '# a comment\n\nSERIAL=ABCD\nREPLAY_FROM = 2026-01-01\nPASSWORD="a=b c"\r\nTOKEN=\n'
  expect(parseConfig(text, 'file')).toEqual(['--serial=ABCD', '--replay-from=2026-01-01', '--password=a=b c'])
})

it('names the line that is wrong, and never what stands in it', () => {
  expect(() => parseConfig('SERIAL=A\nsecret hunter2', 'file')).toThrow('file, line 2: must be NAME=value')
  expect(() => readConfigFile('/nowhere/controller.conf')).toThrow(
    '/nowhere/controller.conf cannot be read (ENOENT)',
  )
})

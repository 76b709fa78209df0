import { chmodSync, chownSync, mkdirSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { lockDirectory } from './db/directory-lock.ts'
import { DirectoryError, makeDirectory, makePrivateDirectory } from './make-directory.ts'

let place: string
let file: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'ohmstead-directory-'))
  file = join(place, 'file')
  writeFileSync(file, 'words')
})

it('creates missing parents with the given mode, and leaves existing ones alone', () => {
  const below = join(place, 'a', 'b')
  makeDirectory(below, 0o700)
  makeDirectory(below)
  expect(statSync(below).mode & 0o777).toBe(0o700)
})

it('refuses a file in place of the folder, or above it', () => {
  expect(() => makeDirectory(file)).toThrow(new DirectoryError(`${file} is a file, not a folder`))
  expect(() => makeDirectory(join(file, 'a', 'b'))).toThrow(`${file} is a file, not a folder`)
})

it('refuses a dangling link', () => {
  symlinkSync(join(place, 'gone'), join(place, 'link'))
  expect(() => makeDirectory(join(place, 'link'))).toThrow(DirectoryError)
})

it('distinguishes an invalid lock from one held by another process', () => {
  writeFileSync(join(place, 'directory.lock'), 'not what it should be: long enough to be read as such')
  expect(() => lockDirectory(place)).toThrow(DirectoryError)
})

describe('the data directory', () => {
  const modeOf = (path: string) => statSync(path).mode & 0o7777
  let folder: string
  beforeEach(() => {
    folder = join(place, 'data')
  })

  it.each([0o000, 0o022, 0o077])('is accessible to its owner only, with a umask of %o as well', (mask) => {
    const before = process.umask(mask)
    onTestFinished(() => void process.umask(before))
    expect(makePrivateDirectory(join(folder, 'below'))).toBe(false)
    expect(modeOf(join(folder, 'below'))).toBe(0o700)
  })

  it('is closed if it was open, empty or used before', () => {
    mkdirSync(folder)
    chmodSync(folder, 0o755)
    expect(makePrivateDirectory(folder)).toBe(true)
    expect(modeOf(folder)).toBe(0o700)
    expect(makePrivateDirectory(folder)).toBe(false)
    for (const name of ['directory.lock', 'demo.json']) writeFileSync(join(folder, name), '')
    chmodSync(folder, 0o750)
    lockDirectory(folder)()
    expect(modeOf(folder)).toBe(0o700)
  })

  it('is never a folder with other content', () => {
    mkdirSync(folder)
    writeFileSync(join(folder, 'letter.txt'), '')
    chmodSync(folder, 0o755)
    expect(() => makePrivateDirectory(folder)).toThrow(/holds other things/)
    writeFileSync(join(folder, 'directory.lock'), '')
    chmodSync(folder, 0o1777)
    expect(() => makePrivateDirectory(folder)).toThrow(/holds other things/)
    expect(modeOf(folder)).toBe(0o1777)
  })

  it.runIf(process.getuid?.() === 0)('is never owned by somebody else', () => {
    mkdirSync(folder)
    chmodSync(folder, 0o755)
    chownSync(folder, 12_345, 12_345)
    expect(() => makePrivateDirectory(folder)).toThrow(/belongs to another user/)
    expect(modeOf(folder)).toBe(0o755)
  })
})

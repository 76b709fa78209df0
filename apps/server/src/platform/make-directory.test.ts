import { mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { lockDirectory } from './db/directory-lock.ts'
import { DirectoryError, makeDirectory } from './make-directory.ts'

let place: string
let file: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'ohmstead-directory-'))
  file = join(place, 'file')
  writeFileSync(file, 'words')
})

it('makes what is missing on the way, with the mode asked for, and leaves what is there', () => {
  const below = join(place, 'a', 'b')
  makeDirectory(below, 0o700)
  makeDirectory(below)
  expect(statSync(below).mode & 0o777).toBe(0o700)
})

it('refuses a file in place of the folder, or above it', () => {
  expect(() => makeDirectory(file)).toThrow(new DirectoryError(`${file} is a file, not a folder`))
  expect(() => makeDirectory(join(file, 'a', 'b'))).toThrow(`${file} is a file, not a folder`)
})

it('refuses a link that leads nowhere', () => {
  symlinkSync(join(place, 'gone'), join(place, 'link'))
  expect(() => makeDirectory(join(place, 'link'))).toThrow(DirectoryError)
})

it('tells a lock that is no lock from one that another process holds', () => {
  writeFileSync(join(place, 'directory.lock'), 'not what it should be: long enough to be read as such')
  expect(() => lockDirectory(place)).toThrow(DirectoryError)
})

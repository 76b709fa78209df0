import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkClock, checkNames } from './check-cloud.ts'
import { checkDisk, checkSerialPort } from './check-machine.ts'
import { explainFailure } from './explain-failure.ts'
import { describeFindings } from './run-self-test.ts'

const folder = mkdtempSync(join(tmpdir(), 'self-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the self-test', () => {
  it('compares the clock with the cloud’s', () => {
    const now = Date.UTC(2026, 5, 1)
    expect(checkClock(now - 30_000, now).isOk).toBe(true)
    expect(checkClock(now - 90_000, now)).toMatchObject({
      isOk: false,
      text: expect.stringMatching(/^90 s ahead of the cloud/),
    })
    expect(checkClock(now + 7_200_000, now).text).toMatch(/^7200 s behind the cloud/)
    expect(checkClock(null, now).isOk).toBe(false)
  })

  it('finds a folder that cannot be written and a port that is none', () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(checkDisk(join(file, 'below'))).toMatchObject({
      isOk: false,
      text: expect.stringContaining('ENOTDIR'),
    })
    expect(checkDisk(join(folder, 'new')).isOk).toBe(true)
    expect(checkSerialPort(join(folder, 'ttyUSB0')).text).toContain('is the cable plugged in?')
    expect(checkSerialPort(file).text).toContain('is no serial port')
    expect(checkSerialPort('/dev/null').isOk).toBe(true)
  })

  it('asks for names only where there are some', async () => {
    expect(await checkNames(['http://127.0.0.1:8080', 'mqtt://[::1]:1883', null])).toMatchObject({
      isOk: true,
    })
    expect(await checkNames(['http://cloud.invalid'])).toMatchObject({ isOk: false })
  })

  it('explains failures by their innermost cause, and others by what they say', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    expect(explainFailure(new TypeError('fetch failed', { cause: refused }))).toContain(
      'nothing listens there',
    )
    expect(explainFailure(new Error('something else'))).toBe('something else')
  })

  it('sums up', () => {
    const findings = [
      { name: 'Disk', isOk: true, text: 'enough' },
      { name: 'Clock', isOk: false, text: 'wrong' },
    ]
    expect(describeFindings(findings)).toBe(
      'ok      Disk: enough\nFAILED  Clock: wrong\n1 of 2 checks failed.',
    )
    expect(describeFindings(findings.slice(0, 1))).toMatch(/Everything works\.$/)
  })
})

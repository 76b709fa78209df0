import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSerial } from '@ohmstead/domain/fleet/serial'
import type { Page } from 'playwright'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { expectAccessible, useStage } from './kit/browser.ts'
import { drawCode, toFilm, toPng } from './kit/draw-code.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const folder = mkdtempSync(join(tmpdir(), 'ohmstead-film-'))
const film = join(folder, 'camera.y4m')
/** What is before the camera, from its next opening on. */
const showCamera = (text: string, turn: number) =>
  writeFileSync(film, toFilm(drawCode(text, { turn, tilt: 0.3 })))
showCamera('nothing yet', 0)
const stage = useStage({
  until: 'the test has ended',
  args: [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ],
})
afterAll(() => rmSync(folder, { recursive: true }))

const serialOf = (seed: number) => createSerial(new Uint8Array(15).fill(seed))
const addressOf = (serial: string) => `https://cloud.example/setup/oem-device?serial=${serial}`

/** The step that asks for the serial, for a new location. */
async function openDeviceStep(): Promise<Page> {
  const page = await stage.open({ url, person: 'basic', path: '/setup/oem-device' })
  await page.getByLabel(words('controllers.add.name')).fill('Vikend')
  await page.getByRole('button', { name: words('common.action.next') }).click()
  await page.getByLabel(words('controllers.credentials.serial')).waitFor()
  return page
}
const serialIn = (page: Page) => page.getByLabel(words('controllers.credentials.serial')).inputValue()
const says = (page: Page, key: Parameters<typeof words>[0]) =>
  page.getByText(words(key), { exact: true }).waitFor()

describe('the serial of a label', () => {
  it('is read by the camera, which says so of another code and is let go afterwards', async () => {
    const page = await openDeviceStep()
    await page.evaluate(`(() => {
      const { mediaDevices } = navigator
      const open = mediaDevices.getUserMedia.bind(mediaDevices)
      window.opened = []
      mediaDevices.getUserMedia = async (asked) => {
        const stream = await open(asked)
        window.opened.push(...stream.getTracks())
        return stream
      }
    })()`)
    const states = () => page.evaluate('window.opened.map(({ readyState }) => readyState)')
    showCamera('https://elsewhere.example/menu', 20)
    await page.getByRole('button', { name: words('setup.scan.start') }).click()
    await says(page, 'setup.scan.not_a_serial')
    await expectAccessible(page)
    expect(await states()).toEqual(['live'])
    await page.getByRole('button', { name: words('setup.scan.stop') }).click()
    await expect.poll(states).toEqual(['ended'])

    showCamera(addressOf(serialOf(3)), 133)
    await page.getByRole('button', { name: words('setup.scan.start') }).click()
    await says(page, 'setup.scan.scanned')
    expect(await serialIn(page)).toBe(serialOf(3))
    await says(page, 'errors.serial_not_found')
    await expect.poll(states).toEqual(['ended', 'ended'])
  })

  it('is read from pictures: turned and dark, but not torn, without a code, or no picture at all', async () => {
    const page = await openDeviceStep()
    const choose = async (name: string, buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
    const label = addressOf(serialOf(4))
    await choose('torn.png', toPng(drawCode(label, { torn: 0.4 })))
    await says(page, 'setup.scan.no_code')
    await choose('other.png', toPng(drawCode('WIFI:S:home;T:WPA;P:secret;;')))
    await says(page, 'setup.scan.not_a_serial')
    await choose('blank.png', toPng({ width: 300, height: 200, pixels: new Uint8Array(60_000).fill(200) }))
    await says(page, 'setup.scan.no_code')
    await choose('turned.png', toPng(drawCode(label, { turn: 133, tilt: 0.3, dark: 30, light: 80 })))
    await says(page, 'setup.scan.scanned')
    expect(await serialIn(page)).toBe(serialOf(4))
    await choose('words.png', Buffer.from('no picture'))
    await says(page, 'setup.scan.no_code')
    await choose(
      'large.png',
      toPng(drawCode(serialOf(5), { width: 2000, height: 1400, side: 400, turn: 40 })),
    )
    await says(page, 'setup.scan.scanned')
    expect(await serialIn(page)).toBe(serialOf(5))
    await expectAccessible(page)
  })

  it('is typed where there is no camera', async () => {
    const page = await openDeviceStep()
    await page.evaluate(
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))`,
    )
    await page.getByRole('button', { name: words('setup.scan.start') }).click()
    await says(page, 'setup.scan.camera_failed')
  })
})

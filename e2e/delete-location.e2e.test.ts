import { describe, expect, it } from 'vitest'
import { expectAccessible, useStage } from './kit/browser.ts'
import { emails } from './kit/people.ts'
import { usePeopleCloud } from './kit/people-cloud.ts'
import { words } from './kit/words.ts'

const cloud = usePeopleCloud()
const stage = useStage()

describe('a location', () => {
  it('is deleted by its owner, told by mail, and taken back', async () => {
    const { url, mail } = cloud()
    const page = await stage.open({ url, person: 'newcomer', path: '/' })
    const created = await page.context().request.post('/api/locations', {
      data: { data: { name: 'Počitniška hiša', countryCode: 'SI', timezone: 'Europe/Ljubljana' } },
    })
    const { id } = ((await created.json()) as { data: { location: { id: number } } }).data.location
    await page.goto(`/locations/${id}/manage/settings`)
    await page.getByRole('button', { name: words('manage.settings.delete_action') }).click()
    await expectAccessible(page)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('manage.settings.delete_action') })
      .click()
    const undo = page.getByRole('button', {
      name: words('deleted_locations.undo_of').replace('{name}', 'Počitniška hiša'),
    })
    await undo.waitFor()
    await expectAccessible(page)
    expect((await page.context().request.get(`/api/locations/${id}`)).status()).toBe(404)
    expect((await mail.next(emails.newcomer)).text).toContain('Počitniška hiša')

    await undo.click()
    await undo.waitFor({ state: 'detached' })
    expect((await page.context().request.get(`/api/locations/${id}`)).status()).toBe(200)
    expect((await mail.next(emails.newcomer)).text).toContain('Počitniška hiša')
    // It stands in the menu again without a reload.
    await page.getByRole('link', { name: 'Počitniška hiša' }).first().waitFor()
  })
})

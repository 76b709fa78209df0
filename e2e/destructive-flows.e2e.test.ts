import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { addAuthenticator } from './kit/authenticator.ts'
import { expectAccessible, useStage } from './kit/browser.ts'
import { emails, password, read } from './kit/people.ts'
import { fillLogin, usePeopleCloud } from './kit/people-cloud.ts'
import { words } from './kit/words.ts'

const cloud = usePeopleCloud()
const stage = useStage()

const answerYes = (page: Page, action: string) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: words(action) })
    .click()

const post = async <Answer>(page: Page, path: string, data: unknown): Promise<Answer> => {
  const answer = await page.context().request.post(`/api${path}`, { data: { data } })
  expect(answer.ok()).toBe(true)
  return ((await answer.json()) as { data: Answer }).data
}

const statusOf = async (page: Page, path: string) =>
  (await page.context().request.get(`/api${path}`)).status()

/** A house of the newcomer, created beside the browser. */
async function createHouse(page: Page, name: string): Promise<number> {
  const data = { name, countryCode: 'SI', timezone: 'Europe/Ljubljana' }
  return (await post<{ location: { id: number } }>(page, '/locations', data)).location.id
}

describe('a location', () => {
  it('is deleted by its owner, announced by mail, and restored', async () => {
    const { url, mail } = cloud()
    const page = await stage.open({ url, person: 'newcomer', path: '/' })
    const id = await createHouse(page, 'Počitniška hiša')
    await page.goto(`/locations/${id}/manage/settings`)
    await page.getByRole('button', { name: words('locations.settings.delete_action') }).click()
    await expectAccessible(page)
    await answerYes(page, 'locations.settings.delete_action')
    const undo = page.getByRole('button', {
      name: words('locations.deleted.undo_of').replace('{name}', 'Počitniška hiša'),
    })
    await undo.waitFor()
    await expectAccessible(page)
    expect(await statusOf(page, `/locations/${id}`)).toBe(404)
    expect((await mail.next(emails.newcomer)).text).toContain('Počitniška hiša')

    await undo.click()
    await undo.waitFor({ state: 'detached' })
    expect(await statusOf(page, `/locations/${id}`)).toBe(200)
    expect((await mail.next(emails.newcomer)).text).toContain('Počitniška hiša')
    // It reappears in the menu without a reload.
    await page.getByRole('link', { name: 'Počitniška hiša' }).first().waitFor()
  })
})

describe('a controller', () => {
  it('gets new credentials, and is removed', async () => {
    const page = await stage.open({ url: cloud().url, person: 'newcomer', path: '/' })
    const id = await createHouse(page, 'Čebelnjak')
    interface Issued {
      unit_id: string
      settings: { mqtt: { password: string } }
    }
    const issued = await post<Issued>(page, '/controllers', { kind: 'CONTROLLER', locationId: id })
    await page.goto(`/locations/${id}/manage/oem-devices`)
    await page.getByText(issued.unit_id).first().waitFor()

    await page.getByRole('button', { name: words('controllers.page.renew') }).click()
    await answerYes(page, 'controllers.page.renew')
    const shown = page.getByRole('dialog', { name: words('controllers.credentials.heading') })
    await shown.getByText(issued.unit_id).first().waitFor()
    expect(await shown.textContent()).not.toContain(issued.settings.mqtt.password)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: words('controllers.page.remove') }).click()
    await answerYes(page, 'controllers.page.remove')
    await page.getByText(words('controllers.page.empty_title')).waitFor()
    expect(await read(page.context(), `/locations/${id}/controllers`)).toEqual({ controllers: [] })
  })
})

describe('access to a location', () => {
  it('is removed, and the location disappears for that person', async () => {
    const { url, mail } = cloud()
    const guest = await stage.open({ url, person: 'user', path: '/locations/1' })
    expect(await statusOf(guest, '/locations/1')).toBe(200)
    const page = await stage.open({ url, person: 'advanced', path: '/locations/1/manage/users' })
    const card = page.getByRole('listitem').filter({ hasText: emails.user })
    await card.getByRole('button', { name: /^Remove access/ }).click()
    await answerYes(page, 'people.location.remove')
    await card.waitFor({ state: 'detached' })
    expect(await statusOf(guest, '/locations/1')).toBe(404)
    await mail.next(emails.user)
  })
})

describe('an account', () => {
  it('is found, disabled, which signs it out, and enabled again', async () => {
    const { url } = cloud()
    const other = await stage.open({ url, person: 'basic', path: '/user/settings' })
    const page = await stage.open({ url, person: 'admin', path: '/settings/global/users' })
    await page.getByLabel(words('people.list.search')).fill(emails.basic)
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: emails.basic })
    const choose = async (action: string) => {
      await row.getByRole('button').first().click()
      await page.getByRole('menuitem', { name: words(action) }).click()
    }
    await choose('people.action.disable')
    await answerYes(page, 'people.action.disable')
    const state = row.getByText(words('people.state.disabled'), { exact: true })
    await state.waitFor()
    await other.goto('/user/info')
    await other.waitForURL(/\/auth\/login/)

    await choose('people.action.enable')
    await state.waitFor({ state: 'detached' })
    await fillLogin(other, emails.basic)
    await other.waitForURL(/\/user\/info$/)
  })
})

describe('a passkey', () => {
  it('is removed with the password', async () => {
    const page = await stage.open({ url: cloud().url, person: 'aggregator', path: '/user/passkeys' })
    await addAuthenticator(page)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: words('account.passkeys.add') }).click()
    await page.getByLabel(words('account.passkeys.name')).fill('Ključek')
    await page.getByLabel(words('password.current')).fill(password)
    await dialog.getByRole('button', { name: words('common.action.next') }).click()
    const passkey = page.getByRole('heading', { name: 'Ključek' })
    await passkey.waitFor()

    await page
      .getByRole('button', { name: words('account.passkeys.remove_of').replace('{name}', 'Ključek') })
      .click()
    await page.getByLabel(words('password.current')).fill(password)
    await answerYes(page, 'account.passkeys.remove')
    await passkey.waitFor({ state: 'detached' })
    expect(await read(page.context(), '/auth/passkeys')).toEqual({ passkeys: [] })
  })
})

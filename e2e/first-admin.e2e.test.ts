import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, useStage } from './kit/browser.ts'
import { type CloudProcess, startCloudProcess } from './kit/cloud-process.ts'
import { words } from './kit/words.ts'

// An installation without a super admin, from its start page to the first steps.

const stage = useStage()
let cloud: CloudProcess
beforeAll(async () => {
  cloud = await startCloudProcess()
  await cloud.ready
})
afterAll(() => cloud.stop())

it('leads from the start page to the first super admin and the first steps', async () => {
  const page = await stage.open({ url: cloud.url })
  await page.waitForURL(/\/auth\/first-admin$/)
  await expectAccessible(page)
  const code = /enter the code {2}(\S+)/.exec(cloud.output())![1]!
  await page.getByLabel(words('first_admin.code')).fill(code)
  await page.getByLabel(words('auth.login.email')).fill('ana@test.si')
  await page.getByLabel(words('auth.login.password'), { exact: true }).fill('seven green kettles')
  await page.getByLabel(words('password.repeat')).fill('seven green kettles')
  await page.getByRole('button', { name: words('first_admin.submit') }).click()

  await page.waitForURL(/\/settings\/global\/first-steps$/)
  await page.getByRole('heading', { name: words('titles.first_run'), level: 1 }).waitFor()
  const name = page.getByLabel(words('company_settings.field.platformName'))
  await name.fill('Sonce')
  await page.getByRole('button', { name: words('common.action.save') }).click()
  await expect.poll(() => page.title()).toContain('Sonce')
  await page.getByRole('button', { name: words('companies.create.submit') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words('companies.create.name')).fill('Zadruga Sonce')
  await dialog.getByLabel(words('companies.create.country')).selectOption({ index: 1 })
  await dialog.getByRole('button', { name: words('companies.create.submit') }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('main').getByRole('link', { name: 'Zadruga Sonce' }).waitFor()
  await page.getByRole('button', { name: words('first_run.test') }).click()
  await page.getByText(words('first_run.test_unset')).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const guide = page.getByRole('link', { name: words('first_run.how') }).first()
  const answer = await page.request.get((await guide.getAttribute('href'))!)
  expect(await answer.text()).toContain('id="2-database"')
})

it('says so to later visitors', async () => {
  const page = await stage.open({ url: cloud.url, path: '/auth/first-admin' })
  await page.getByRole('heading', { name: words('first_admin.closed_title') }).waitFor()
})

import { describe, expect, inject, it } from 'vitest'
import { expectAccessible, useStage } from './kit/browser.ts'
import { findCompanies } from './kit/places.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()

describe('the company picker', () => {
  it('shows every company with its controllers, and finds one by a part of its name', async () => {
    const page = await stage.open({ url, person: 'admin', path: '/overview' })
    // The platform's own company has its name, as does the link to the start page.
    const companies = (await findCompanies(page.context())).filter(({ name }) => name !== 'Ohmstead')
    expect(companies.length).toBeGreaterThanOrEqual(2)
    const first = companies[0]!
    const second = companies[1]!
    const main = page.getByRole('main')
    await main.getByRole('link', { name: first.name }).waitFor()
    expect(await main.getByRole('link', { name: first.name }).textContent()).toMatch(/\d+ controllers?/)
    await page
      .getByRole('searchbox', { name: words('companies.search.label') })
      .fill(first.name.slice(2, 9).toUpperCase())
    await main.getByRole('link', { name: second.name }).waitFor({ state: 'detached' })
    await page
      .getByRole('searchbox', { name: words('companies.search.label') })
      .fill('there is no such company')
    await page.getByText(/No company matches/).waitFor()
  })

  it('opens a company at its root group, with its own tree in the sidebar', async () => {
    const page = await stage.open({ url, person: 'admin', path: '/overview' })
    const [company] = await findCompanies(page.context())
    await page.getByRole('main').getByRole('link', { name: company!.name }).click()
    await page.waitForURL(new RegExp(`/companies/${company!.id}/location-groups/${company!.rootGroup.id}`))
    await page.getByRole('treeitem', { name: company!.name }).waitFor()
  })

  it('lets a super admin add a company, and names missing input first', async () => {
    const page = await stage.open({ url, person: 'admin', path: '/overview' })
    await page.getByRole('button', { name: words('companies.card.add') }).click()
    const dialog = page.getByRole('dialog', { name: words('companies.create.heading') })
    await dialog.getByRole('button', { name: words('companies.create.submit') }).click()
    await dialog.getByText('Name is required.').waitFor()
    await expectAccessible(page)
    const name = `Zadruga ${Date.now()}`
    await dialog.getByLabel(words('companies.create.name')).fill(name)
    await dialog.getByLabel(words('companies.create.country')).selectOption({ label: 'Slovenia' })
    await dialog.getByLabel(words('companies.create.email')).fill('not an address')
    await dialog.getByRole('button', { name: words('companies.create.submit') }).click()
    await dialog.getByText(/must be a valid e-mail/).waitFor()
    await dialog.getByLabel(words('companies.create.email')).fill('info@zadruga.test')
    await dialog.getByRole('button', { name: words('companies.create.submit') }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('main').getByRole('link', { name }).waitFor()
  })

  it('offers no new company to an aggregator', async () => {
    const page = await stage.open({ url, person: 'aggregator', path: '/overview' })
    await page.waitForURL(/\/companies\/\d+\/location-groups\/\d+/)
    expect(await page.getByRole('button', { name: words('companies.card.add') }).count()).toBe(0)
    const created = await page
      .context()
      .request.post('/api/companies', { data: { data: { name: 'X', countryId: 1 } } })
    expect(created.status()).toBe(403)
  })
})

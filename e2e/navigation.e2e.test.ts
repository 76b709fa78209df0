import { describe, expect, inject, it } from 'vitest'
import { expectAccessible, useStage } from './kit/browser.ts'
import { read } from './kit/people.ts'
import { findCompanies, findLocations } from './kit/places.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()

describe('the sidebar', () => {
  it('loads the content of a location when it is expanded, and leads to a device', async () => {
    const page = await stage.open({ url, person: 'basic' })
    await page.waitForURL(/\/locations\/\d+$/)
    const [location] = await findLocations(page.context())
    const tree = page.getByRole('tree', { name: words('navigation.tree.label') })
    const item = tree.getByRole('treeitem', { name: location!.title, exact: true })
    const level = Number(await item.getAttribute('aria-level'))
    await item.focus()
    if ((await item.getAttribute('aria-expanded')) !== 'true') await page.keyboard.press('ArrowRight')
    await tree
      .getByRole('treeitem', { level: level + 1 })
      .first()
      .waitFor()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => tree.locator(':focus').getAttribute('aria-level')).toBe(String(level + 1))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/device-groups\/\d+/)
  })

  it('requests the content of a followed location once', async () => {
    const page = await stage.open({ url, person: 'advanced' })
    await page.waitForURL(/\/locations\/\d+$/)
    const other = (await findLocations(page.context())).find(({ id }) => !page.url().endsWith(`/${id}`))!
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/menu/locations/')) asked.push(pathname)
    })
    const tree = page.getByRole('tree', { name: words('navigation.tree.label') })
    const item = tree.getByRole('treeitem', { name: other.title, exact: true })
    const level = Number(await item.getAttribute('aria-level'))
    const below = tree.getByRole('treeitem', { level: level + 1 })
    asked.length = 0
    await item.getByRole('link').click()
    await page.waitForURL(new RegExp(`/locations/${other.id}$`))
    await expect.poll(() => item.getAttribute('aria-selected')).toBe('true')
    await item.locator('xpath=following-sibling::*[1]').and(below).waitFor()
    expect(asked).toEqual([`/api/menu/locations/${other.id}`])
  })

  it('marks what matches the search, and says if nothing does', async () => {
    const page = await stage.open({ url, person: 'aggregator', path: '/overview' })
    await page.waitForURL(/\/companies\/\d+/)
    const locations = await findLocations(page.context())
    const wanted = locations.at(-1)!.title
    const search = page.getByRole('searchbox', { name: words('navigation.search.label'), exact: true })
    const tree = page.getByRole('tree', { name: words('navigation.tree.label') })
    await search.fill(wanted.toUpperCase())
    await tree.getByRole('treeitem', { name: wanted }).waitFor()
    await expect.poll(() => tree.locator('mark').allTextContents()).toContain(wanted)
    await search.fill('zzzz')
    await page.getByText('Nothing matches “zzzz”.').waitFor()
    await search.press('Escape')
    await tree.getByRole('treeitem').first().waitFor()
  })

  it('collapses to icons, and stays so', async () => {
    const page = await stage.open({ url, person: 'basic' })
    await page.waitForURL(/\/locations\/\d+$/)
    const sidebar = page.getByRole('complementary', { name: words('navigation.sidebar.label') })
    const widthOf = async () => (await sidebar.boundingBox())?.width
    await expect.poll(widthOf).toBe(360)
    await page.getByRole('button', { name: words('navigation.sidebar.collapse') }).click()
    await expect.poll(widthOf).toBe(50)
    await page.reload()
    await page.getByRole('button', { name: words('navigation.sidebar.open') }).waitFor()
    await expect.poll(widthOf).toBe(50)
  })

  it('is a drawer on a phone, closed by Escape and by following it', async () => {
    const page = await stage.open({ url, person: 'aggregator', path: '/overview', width: 390, height: 844 })
    await page.waitForURL(/\/companies\/\d+/)
    expect(await page.getByRole('complementary', { name: words('navigation.sidebar.label') }).count()).toBe(0)
    const open = page.getByRole('button', { name: words('navigation.sidebar.open') })
    const drawer = page.getByRole('dialog', { name: words('navigation.sidebar.label') })
    await open.click()
    await drawer.waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await open.click()
    const [location] = await findLocations(page.context())
    await drawer.getByRole('searchbox').fill(location!.title)
    await drawer.getByRole('treeitem', { name: location!.title }).getByRole('link').click()
    await page.waitForURL(/\/locations\/\d+/)
    await drawer.waitFor({ state: 'detached' })
  })
})

describe('the palette', () => {
  it('opens what is typed in one go, even before its results have arrived', async () => {
    const page = await stage.open({ url, person: 'aggregator', path: '/overview' })
    await page.waitForURL(/\/companies\/\d+/)
    await page.getByRole('tree').waitFor()
    const zupan = (await findLocations(page.context())).find(({ title }) => title === 'Stanovanje Zupan')!
    const typed = Promise.withResolvers<void>()
    await page.route(/palette-results-.*\.js/, async (route) => {
      await typed.promise
      await route.continue()
    })
    const { keyboard } = page
    await keyboard.press('Control+k')
    await keyboard.type('zupan')
    await keyboard.press('Enter')
    typed.resolve()
    await page.waitForURL(new RegExp(`/locations/${zupan.id}$`))
  })

  it('finds people', async () => {
    const page = await stage.open({ url, person: 'admin', path: '/settings/global' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('vida vab')
    await page.getByRole('option', { name: /^Vida Vabljena/ }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/settings\/global\/users\?search=user/)
    await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Vida Vabljena' }).waitFor()
  })
})

describe('home', () => {
  it('is one’s own location, not a neighbour’s before it in the alphabet, and then the one visited last', async () => {
    const page = await stage.open({ url, person: 'advanced' })
    await page.waitForURL(/\/locations\/\d+$/)
    const { user } = await read<{ user: { locations: { id: number }[] } }>(page.context(), '/auth/user')
    const owned = user.locations.map(({ id }) => id)
    const shown = Number(/\d+$/.exec(page.url())?.[0])
    expect(owned).toContain(shown)
    const shared = (await findLocations(page.context())).find(({ id }) => !owned.includes(id))!
    await page.goto(`/locations/${shared.id}/charts`)
    await page.getByRole('heading', { name: shared.title, level: 1 }).waitFor()
    await page.goto('/')
    await page.waitForURL(new RegExp(`/locations/${shared.id}$`))
  })
})

describe('administration', () => {
  it('has one menu, and the tree offers the companies before one is chosen', async () => {
    const page = await stage.open({ url, person: 'admin', path: '/overview' })
    const [company] = await findCompanies(page.context())
    await page.getByRole('treeitem', { name: company!.name, exact: true }).waitFor()
    await page.goto('/settings/global')
    const menu = page.getByRole('navigation', { name: words('titles.global_settings') })
    await menu.getByRole('link', { name: words('titles.outbox') }).waitFor()
    expect(await page.getByRole('tree').count()).toBe(0)
    expect(await page.getByRole('complementary').count()).toBe(1)
  })
})

describe('addresses', () => {
  it('that lead nowhere say so and lead home', async () => {
    const page = await stage.open({ url, person: 'basic', path: '/no/such/page' })
    await page.getByText(words('fallback.missing_page')).waitFor()
    await page.getByRole('link', { name: words('fallback.home') }).click()
    await page.waitForURL(/\/locations\/\d+$/)
  })

  it('of a missing group, device or device group do the same', async () => {
    const page = await stage.open({ url, path: null, person: 'basic' })
    const [{ id } = { id: 0 }] = await findLocations(page.context())
    const places = [
      '/companies/1/location-groups/999999',
      `/locations/${id}/device-groups/999999`,
      `/locations/${id}/device-groups/0/devices/999999`,
    ]
    for (const path of places) {
      await page.goto(path)
      await page.getByRole('link', { name: words('fallback.home') }).waitFor()
    }
  })

  it('of a foreign location behave like those of a missing one', async () => {
    const admin = await stage.open({ url, path: null, person: 'admin' })
    const all = (
      await Promise.all(
        (await findCompanies(admin.context())).map(({ id }) => findLocations(admin.context(), id)),
      )
    ).flat()
    const page = await stage.open({ url, path: null, person: 'basic' })
    const own = new Set((await findLocations(page.context())).map(({ id }) => id))
    const foreign = all.find(({ id }) => !own.has(id))!
    const shown: string[] = []
    for (const id of [foreign.id, 999_999]) {
      const answer = await page.context().request.get(`/api/locations/${id}`)
      expect(answer.status()).toBe(404)
      await page.goto(`/locations/${id}`)
      await page.getByText(words('fallback.missing_page')).waitFor()
      await expect.poll(() => page.title()).toBe('Not found – Ohmstead')
      shown.push(((await page.getByRole('main').textContent()) ?? '').trim())
    }
    expect(shown[0]).toBe(shown[1])
    expect(await page.getByText(foreign.title).count()).toBe(0)
  })

  it('of the three route sets show the same location, and breadcrumbs lead up', async () => {
    const page = await stage.open({ url, person: 'aggregator', path: '/overview' })
    await page.waitForURL(/\/companies\/\d+/)
    const [location] = await findLocations(page.context())
    const { companyId, locationGroupId } = location!.data
    for (const prefix of [
      `/companies/${companyId}/location-groups/${locationGroupId}`,
      `/companies/${companyId}`,
      '',
    ]) {
      await page.goto(`${prefix}/locations/${location!.id}`)
      const crumbs = page.getByRole('navigation', { name: words('navigation.breadcrumbs.label') })
      await expect.poll(() => crumbs.locator('[aria-current=page]').textContent()).toContain(location!.title)
    }
    await page.goto(
      `/companies/${companyId}/location-groups/${locationGroupId}/locations/${location!.id}/charts`,
    )
    await page
      .getByRole('navigation', { name: words('navigation.breadcrumbs.label') })
      .getByRole('link', { name: location!.title })
      .click()
    await page.waitForURL(new RegExp(`/locations/${location!.id}$`))
  })

  it('of a company alone leads to its root group', async () => {
    const page = await stage.open({ url, person: 'aggregator', path: null })
    const [company] = await findCompanies(page.context())
    await page.goto(`/companies/${company!.id}`)
    await page.waitForURL(new RegExp(`/companies/${company!.id}/location-groups/${company!.rootGroup.id}/`))
    await page.goto('/companies/999999')
    await page.getByText(words('fallback.missing_page')).waitFor()
  })

  it('are in the title', async () => {
    const page = await stage.open({ url, person: 'basic', path: '/user/settings' })
    await expect.poll(() => page.title()).toBe('Settings – Ohmstead')
  })
})

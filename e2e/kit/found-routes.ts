import type { Page } from 'playwright'

// The router's own state, where its library exposes it.

/** The routes that are pages, so have a title. */
export function listRoutes(page: Page): Promise<string[]> {
  return page.evaluate(`Object.values(__TSR_ROUTER__.routesById)
    .filter(({ options }) => options.staticData?.title)
    .map(({ fullPath }) => fullPath.replace(/(?<=.)\\/$/, ''))`)
}

/** The current route, with the key of its title; `none` if nothing was found. */
export function findShownRoute(page: Page): Promise<{ route: string; title: string }> {
  return page.evaluate(`(() => {
    const { matches } = __TSR_ROUTER__.state
    const isMissing = matches.some(({ status, _notFound }) => status === 'notFound' || _notFound)
    if (isMissing) return { route: 'none', title: 'titles.not_found' }
    const { fullPath, staticData } = matches.findLast(({ staticData }) => staticData.title)
    return { route: fullPath.replace(/(?<=.)\\/$/, ''), title: staticData.title }
  })()`)
}

/** Navigates within the application as its links do. */
export async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate(`__TSR_ROUTER__.history.push(${JSON.stringify(path)})`)
}

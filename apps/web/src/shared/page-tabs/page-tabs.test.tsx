import { Link } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { PageTabs } from './page-tabs.tsx'

test('the tab of the current page is centred in an overflowing row, and the page does not scroll', async () => {
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView')
  // 300 pixels of the row are visible; the tab begins 500 pixels from its start.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const nav = this.closest('nav')
    return this === nav || !nav ? new DOMRect(0, 0, 300, 40) : new DOMRect(500 - nav.scrollLeft, 0, 100, 40)
  })
  await renderPage(
    <PageTabs label="Pages">
      <li>
        <Link to="/">Home</Link>
      </li>
    </PageTabs>,
  )
  const nav = await screen.findByRole('navigation', { name: 'Pages' })
  await expect.poll(() => nav.scrollLeft).toBe(400)
  expect(scrollIntoView).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

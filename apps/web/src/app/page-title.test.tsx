import { expect, test } from 'vitest'
import { NotFoundState } from '../shared/states/not-found-page.tsx'
import { renderPage } from '../testing/render-page.tsx'
import { documentTitle, PageTitle } from './page-title.tsx'

test('the page of a missing thing has a title that says so', async () => {
  await renderPage(
    <>
      <PageTitle />
      <NotFoundState />
    </>,
    { at: '/locations/9' },
  )
  await expect.poll(() => document.title).toBe('Not found – Cloud')
})

test('a page without a title has the name of the platform', async () => {
  await renderPage(<PageTitle />, { at: '/locations/9' })
  await expect.poll(() => document.title).toBe('Cloud')
  expect(documentTitle('Charts', 'Sonce')).toBe('Charts – Sonce')
})

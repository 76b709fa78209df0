import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazyPart, setTextsLoader } from '../../lib/load-part.ts'
import { PartBoundary } from '../states/part-boundary.tsx'
import { activateLocale, hasOnlyFirstTexts, loadAllTexts, switchLocale } from './catalogue.ts'
import { translate, useT } from './use-t.ts'

const first: Messages = { 'common.action.close': ['Close'] }
const all: Messages = { ...first, 'common.action.retry': ['Try again'] }

type Send = (answer: Response) => void
let asked: { locale: string; send: Send }[] = []

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (path: string) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    asked.push({ locale: path.split('/').at(-1)!, send: resolve })
    return promise
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  setTextsLoader(loadAllTexts)
  activateLocale('en', { ...first }, 'first')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  setTextsLoader(async () => {})
})

const answer = (messages: Messages) => Response.json({ data: { locale: 'en', messages } })
const show = (page: ReactNode) => render(<I18nProvider i18n={i18n}>{page}</I18nProvider>)

const Retry = () => useT()('common.action.retry')

test('what is shown is not drawn again when the other texts come', async () => {
  let drawn = 0
  const Close = () => {
    drawn += 1
    return useT()('common.action.close')
  }
  show(<Close />)
  const loading = loadAllTexts()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  // Several ask, and they are loaded once.
  void loadAllTexts()
  asked[0]!.send(answer(all))
  await act(() => loading)
  expect([hasOnlyFirstTexts(), drawn, translate('common.action.retry')]).toEqual([false, 1, 'Try again'])
  await loadAllTexts()
  expect(asked).toHaveLength(1)
})

test('a lazy part waits for its texts as well as for its code', async () => {
  const Part = lazyPart(async () => Retry)
  show(<Suspense fallback="waiting">{<Part />}</Suspense>)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  screen.getByText('waiting')
  asked[0]!.send(answer(all))
  await screen.findByText('Try again')
})

test('a lazy part whose texts do not come fails like one whose code does not come', async () => {
  const Part = lazyPart(async () => Retry)
  show(
    <PartBoundary>
      <Suspense>{<Part />}</Suspense>
    </PartBoundary>,
  )
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  asked[0]!.send(Response.json({ error: { code: 'unexpected' } }, { status: 500 }))
  await screen.findByRole('button')
  // Whoever asks next tries again.
  const again = loadAllTexts()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]!.send(answer(all))
  await again
  expect(hasOnlyFirstTexts()).toBe(false)
})

test('no key is ever shown: a text that is missing among the first is drawn once it is there', async () => {
  const { container } = show(<Retry />)
  expect(container.textContent).toBe('')
  expect(console.error).toHaveBeenCalledWith('common.action.retry is none of the first texts.')
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  asked[0]!.send(answer(all))
  await screen.findByText('Try again')
})

test('another language chosen meanwhile comes with all texts, and the late ones of the first change nothing', async () => {
  activateLocale('fr', { ...first }, 'first')
  const loading = loadAllTexts()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  const switching = switchLocale('sv')
  await vi.waitFor(() => expect(asked.map(({ locale }) => locale)).toEqual(['fr', 'sv']))
  asked[1]!.send(answer({ 'common.action.retry': ['Försök igen'] }))
  await switching
  asked[0]!.send(answer(first))
  await loading
  expect([i18n.locale, translate('common.action.retry'), hasOnlyFirstTexts()]).toEqual([
    ...['sv', 'Försök igen', false],
  ])
  // Texts that came for nothing are not kept in place of all.
  const back = switchLocale('fr')
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  asked[2]!.send(answer(all))
  await back
  expect(translate('common.action.retry')).toBe('Try again')
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createPortalDevice } from '../../testing/portal-device.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { SoFarNote } from './so-far.tsx'

const year = { from: '2025-06-01', to: '2026-05-31' }
const { readings } = createPortalDevice()
const part = { ...readings, from: '2026-05-02', to: '2026-05-31', read_since: '2026-05-02' }
const job = { id: 1, state: 'running' as const, done: 1, total: 25 }

test('while an import runs the note names the days that count', async () => {
  await renderPage(<SoFarNote device={createPortalDevice({ readings: part, job })} range={year} />)
  const { textContent } = screen.getByText(/figures cover only/)
  expect(textContent).toMatch(/^So far, 2\s?–\s?31 May 2026\. .*older ones are still being imported\.$/)
})

test('after an interrupted one it does not promise the others', async () => {
  const broken = { ...part, last_error: 'portal_token_rejected' as const }
  await renderPage(<SoFarNote device={createPortalDevice({ readings: broken })} range={year} />)
  expect(screen.getByText(/older ones have not been imported yet/)).toBeTruthy()
})

test('nothing is shown for complete days', async () => {
  await renderPage(
    <SoFarNote
      device={createPortalDevice({ readings: part, job })}
      range={{ from: '2026-05-10', to: '2026-05-31' }}
    />,
  )
  expect(screen.queryByText(/So far/)).toBeNull()
})

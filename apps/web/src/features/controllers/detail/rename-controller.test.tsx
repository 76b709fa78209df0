import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { RenameController } from './rename-controller.tsx'

test('names a controller', async () => {
  const asked: unknown[] = []
  fakeApi({
    'PUT /locations/:locationId/controllers/:controllerId': ({ body }) => {
      asked.push(body)
      return body
    },
  })
  await renderPage(<RenameController ids={{ locationId: 7, controllerId: 3 }} name="Controller" />)
  fireEvent.click(screen.getByRole('button', { name: 'Rename Controller' }))
  fireEvent.change(await screen.findByRole('textbox', { name: /Name/ }), { target: { value: ' Cellar ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(asked).toEqual([{ alias: 'Cellar' }]))
})

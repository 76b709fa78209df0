import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/call.ts'

export const imagesQuery = queryOptions({
  queryKey: ['software', 'images'],
  queryFn: ({ signal }) => call('GET /software-images', { signal }),
})

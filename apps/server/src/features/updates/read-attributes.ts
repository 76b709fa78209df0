import { z } from 'zod'

const configData = z.object({ data: z.record(z.string().max(100), z.coerce.string().max(200)) })
const mostAttributes = 20

/** What a device says of itself, twenty words at most; null for what is none. */
export function readAttributes(body: Buffer): Record<string, string> | null {
  try {
    const { data } = configData.parse(JSON.parse(body.toString()))
    const kept = Object.entries(data).slice(0, mostAttributes)
    return Object.fromEntries(kept.map(([name, value]) => [clean(name), clean(value)]))
  } catch {
    return null
  }
}

/** Without what the database has no text for. */
const clean = (text: string) => text.replace(/\p{Cc}+/gu, ' ').toWellFormed()

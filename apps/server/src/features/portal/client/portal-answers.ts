import { z } from 'zod'
import { PortalError } from './portal-error.ts'

// The fields used of the portal's answers; the rest is stored with the raw answer. The portal adds fields occasionally,
// and writes numbers sometimes as numbers, sometimes as text.

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null)
const decimal = z
  .union([z.number(), z.string().regex(/^\s*-?\d+([.,]\d+)?\s*$/)])
  .nullish()
  .catch(null)
  .transform((value) => (value == null ? null : Number(String(value).replace(',', '.'))))
const flag = z.boolean().nullish().catch(null)

export const placeAnswer = z.object({
  identifikator: z.object({ enotniIdentifikatorMerilnegaMesta: text, gsrn: text }).nullish(),
  merilneTocke: z
    .array(z.object({ gsrn: z.coerce.string(), vrsta: text }))
    .nullish()
    .transform((points) => points ?? []),
  pogodbeniPodatki: z
    .object({
      oznakaNapetostnegaNivoja: text,
      steviloFaz: decimal,
      jakostOmejevalcaToka: decimal,
      prikljucnaMoc: decimal,
      instaliranaMocProizvodnje: decimal,
    })
    .nullish(),
  tehnicniPodatki: z.object({ instaliranaMocProizvodnje: decimal }).nullish().catch(null),
  naslov: z.unknown().optional(),
  naziv: z.unknown().optional(),
})
export type PlaceAnswer = z.output<typeof placeAnswer>

const agreedPowers = z.object({
  datumOd: text,
  datumDo: text,
  datumVnosa: text,
  casovniBlok1: decimal,
  casovniBlok2: decimal,
  casovniBlok3: decimal,
  casovniBlok4: decimal,
  casovniBlok5: decimal,
  minimalnaMoc: decimal,
  prikljucnaMoc: decimal,
  nacinDolocitve: text,
  veljavnost: flag,
})
export type AgreedPowersAnswer = z.output<typeof agreedPowers>

export const pointAnswer = z.object({
  gsrn: z.coerce.string(),
  vrsta: text,
  uporabniskaSkupina: text,
  nazivVrstaOdjema: text,
  obracunskaMoc: decimal,
  letneObratovalneUre: decimal,
  steviloTarifMerjenja: decimal,
  obracunskaVezalnaShema: text,
  tehnicnaVezalnaShema: text,
  instaliranaMocProizvodnje: decimal,
  /** Empty if none was ever agreed; absent if the register is unknown. */
  dogovorjeneMoci: z.array(agreedPowers).nullish(),
})
export type PointAnswer = z.output<typeof pointAnswer>

export type QualityAnswer = string | { readingQualityType?: string | null }

export interface ReadingAnswer {
  timestamp: string
  value?: string | number | null
  readingQualities?: readonly QualityAnswer[] | null
}

export const readingsAnswer = z.object({
  usagePoint: z.coerce.string().nullish(),
  intervalBlocks: z
    .array(
      z.object({
        readingType: z.string(),
        // Thousands per answer: checked in place, since a schema for each would copy them all.
        intervalReadings: z
          .custom<readonly ReadingAnswer[]>((value) => Array.isArray(value) && value.every(isReading))
          .nullish()
          .transform((readings) => readings ?? []),
      }),
    )
    .nullish()
    .transform((blocks) => blocks ?? []),
})
export type ReadingsAnswer = z.output<typeof readingsAnswer>

function isReading(reading: unknown): boolean {
  if (!isRecord(reading)) return false
  const { timestamp, value, readingQualities } = reading
  if (typeof timestamp !== 'string') return false
  if (value != null && typeof value !== 'string' && !Number.isFinite(value)) return false
  return readingQualities == null || (Array.isArray(readingQualities) && readingQualities.every(isQuality))
}

function isQuality(quality: unknown): boolean {
  if (typeof quality === 'string') return true
  if (!isRecord(quality)) return false
  return quality.readingQualityType == null || typeof quality.readingQualityType === 'string'
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses and validates the text of an answer. Throws PortalError if it is something else. */
export function parseAnswer<Schema extends z.ZodType>(schema: Schema, answer: string): z.output<Schema> {
  let value: unknown
  try {
    value = JSON.parse(answer)
  } catch {
    throw new PortalError('portal_answer_wrong', { explanation: 'no JSON' })
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const first = parsed.error.issues[0]
  throw new PortalError('portal_answer_wrong', { explanation: `${first?.path.join('.')}: ${first?.message}` })
}

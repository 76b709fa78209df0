import { expect, test } from 'vitest'
import { buildPortalInfo, findConsumptionPoint } from './build-portal-info.ts'
import { parseAnswer, placeAnswer, pointAnswer } from './portal-answers.ts'
import { dayOfStamp } from './portal-dates.ts'

// The two records are from the production portal in June 2026, shortened.
const place = (more: object = {}) =>
  parseAnswer(
    placeAnswer,
    JSON.stringify({
      identifikator: { enotniIdentifikatorMerilnegaMesta: '4-1234567', gsrn: '100000000000000000' },
      merilneTocke: [
        { gsrn: '300000000000000000', vrsta: 'MTP' },
        { gsrn: '200000000000000000', vrsta: 'OMTO' },
      ],
      pogodbeniPodatki: {
        ...{ oznakaNapetostnegaNivoja: 'NN', steviloFaz: 3, jakostOmejevalcaToka: 25, prikljucnaMoc: 17 },
        ...more,
      },
    }),
  )
const point = (more: object = {}) =>
  parseAnswer(
    pointAnswer,
    JSON.stringify({
      gsrn: '200000000000000000',
      vrsta: 'OMTO',
      uporabniskaSkupina: '0 - Uporabniki sistema priključeni na NN izvod nazivne napetosti 400/230 V',
      nazivVrstaOdjema: 'Gospodinjstvo',
      obracunskaMoc: 10,
      letneObratovalneUre: 0,
      steviloTarifMerjenja: 2,
      obracunskaVezalnaShema: 'OS.1A.1 - Navadni odjem',
      ...more,
    }),
  )
const powers = (more: object) => ({
  ...{ datumOd: '2025-01-01T00:00:00Z', datumDo: '2025-12-31T00:00:00Z', datumVnosa: '2024-06-22' },
  ...{
    casovniBlok1: '4.6',
    casovniBlok2: '5.0',
    casovniBlok3: '5.0',
    casovniBlok4: '5.0',
    casovniBlok5: '5.0',
  },
  ...{ minimalnaMoc: '4.6', prikljucnaMoc: '17.0', nacinDolocitve: 'DISTRIBUTER', veljavnost: true },
  ...more,
})

test('maps the portal’s values to ours, and leaves the rest unknown', () => {
  expect(findConsumptionPoint(place())).toBe('200000000000000000')
  expect(buildPortalInfo(place(), point())).toEqual({
    billingPower: 10,
    connectionPower: 17,
    consumerType: 'RESIDENTIAL',
    consumptionType: 'Gospodinjstvo',
    userGroup: 0,
    userGroupText: '0 - Uporabniki sistema priključeni na NN izvod nazivne napetosti 400/230 V',
    currentLimit: 25,
    isThreePhase: true,
    powerLimits: null,
    productionPower: null,
    tariffsCount: 2,
    voltageClassification: 'NN',
    yearlyWorkHours: null,
    netMetering: false,
  })
  expect(buildPortalInfo(place({ steviloFaz: null }), null)).toMatchObject({
    isThreePhase: null,
    userGroup: null,
    powerLimits: null,
  })
})

test('an empty register means that none is agreed, a missing one means unknown', () => {
  expect(buildPortalInfo(place(), point({ dogovorjeneMoci: [] })).powerLimits).toEqual([])
  expect(buildPortalInfo(place(), point({ dogovorjeneMoci: null })).powerLimits).toBe(null)
})

test('low voltage alone makes nobody a business: an entered household stays one', () => {
  const kindOf = (oznakaNapetostnegaNivoja: string) =>
    buildPortalInfo(place({ oznakaNapetostnegaNivoja }), point({ nazivVrstaOdjema: null })).consumerType
  expect(kindOf('NN')).toBe(null)
  expect(kindOf('SN')).toBe('INDUSTRIAL')
})

test('distinguishes households, industry and others by the kind of consumption', () => {
  const kindOf = (nazivVrstaOdjema: string | null, voltage = 'NN') =>
    buildPortalInfo(place({ oznakaNapetostnegaNivoja: voltage }), point({ nazivVrstaOdjema })).consumerType
  expect(kindOf('Gospodinjstvo')).toBe('RESIDENTIAL')
  expect(kindOf('Ostali odjem')).toBe('OTHER')
  expect(kindOf('Negospodinjski odjem')).toBe('OTHER')
  expect(kindOf('Odjem na SN')).toBe('INDUSTRIAL')
  expect(kindOf('Ostali odjem', 'SN')).toBe('INDUSTRIAL')
})

test('the register’s numbers are decimals as text, its days inclusive, its author operator or user', () => {
  const { powerLimits } = buildPortalInfo(
    place(),
    point({
      dogovorjeneMoci: [
        powers({}),
        powers({ nacinDolocitve: 'UPORABNIK', datumOd: '2026-01-01T00:00:00Z', datumDo: '9999-12-31' }),
      ],
    }),
  )
  expect(powerLimits).toMatchObject([
    {
      block1: 4.6,
      block5: 5,
      dateFrom: '2025-01-01',
      dateTo: '2025-12-31',
      limitSetBy: 'operator',
      minimumPower: 4.6,
      isValid: true,
      enteredOn: '2024-06-22',
    },
    { dateFrom: '2026-01-01', dateTo: '9999-12-31', limitSetBy: 'user' },
  ])
})

test('an end equal to the next start is the day before, and a replaced entry stays listed', () => {
  const { powerLimits } = buildPortalInfo(
    place(),
    point({
      dogovorjeneMoci: [
        powers({ datumOd: '2026-01-01T00:00:00+01:00', datumDo: '2027-01-01T00:00:00+01:00' }),
        powers({ datumDo: '2026-01-01T00:00:00+01:00' }),
        powers({ datumVnosa: '2024-05-01', veljavnost: false }),
      ],
    }),
  )
  expect(powerLimits?.map(({ dateFrom, dateTo, isValid }) => [dateFrom, dateTo, isValid])).toEqual([
    ['2025-01-01', '2025-12-31', false],
    ['2025-01-01', '2025-12-31', true],
    ['2026-01-01', '2027-01-01', true],
  ])
})

test('a stamp means a day, however midnight is written', () => {
  expect(dayOfStamp('2025-01-01T00:00:00Z')).toBe('2025-01-01')
  expect(dayOfStamp('2025-01-01T00:00:00+01:00')).toBe('2025-01-01')
  expect(dayOfStamp('2024-12-31T23:00:00Z')).toBe('2025-01-01')
  expect(dayOfStamp('2025-06-30T22:00:00Z')).toBe('2025-07-01')
  expect(dayOfStamp('2025-12-31T23:59:59+01:00')).toBe('2025-12-31')
  expect(dayOfStamp('9999-12-31')).toBe('9999-12-31')
  expect(dayOfStamp('soon')).toBeNull()
})

import type { DemoPoint } from './demo-points.ts'

const groupTexts = [
  '0 - Uporabniki sistema priključeni na NN izvod nazivne napetosti 400/230 V',
  '1 - Uporabniki sistema priključeni na NN zbiralke v transformatorski postaji SN/NN',
  '2 - Uporabniki sistema priključeni na SN izvod nazivne napetosti 35, 20 ali 10 kV',
] as const

/** The answer for a metering place. */
export function describePlace(point: DemoPoint) {
  const isMedium = point.userGroup === 2
  return {
    identifikator: { enotniIdentifikatorMerilnegaMesta: point.eimm, gsrn: point.gsrn },
    merilneTocke: [
      { gsrn: point.pointGsrn, vrsta: 'OMTO' },
      ...(point.load.pvKw > 0 ? [{ gsrn: `${point.pointGsrn.slice(0, -1)}3`, vrsta: 'MTP' }] : []),
    ],
    naziv: point.name,
    naslov: point.address,
    pogodbeniPodatki: {
      oznakaNapetostnegaNivoja: isMedium ? 'SN' : 'NN',
      nazivNapetostnegaNivoja: isMedium ? 'Srednja napetost' : 'Nizka napetost',
      oznakaNacinaPrikljucitve: 0,
      steviloFaz: point.phases,
      vrstaPrikljucka: point.phases === 3 ? 'Trifazni priključek' : 'Enofazni priključek',
      vrstaOmejevalcaToka: 'varovalka',
      jakostOmejevalcaToka: point.fuseAmpere || null,
      prikljucnaMoc: point.connectionKw,
      daljinskoCitanje: true,
      obstoj15MinutneMeritve: true,
      nazivFrekvenceOdbiranja: 'MESEČNO',
      mesecObracuna: 4,
      ...(point.load.pvKw > 0 && { instaliranaMocProizvodnje: point.load.pvKw.toFixed(1) }),
    },
  }
}

/** The answer for a consumption point, with the operator's register as of a day. */
export function describePoint(point: DemoPoint, today: string) {
  const year = Number(today.slice(0, 4))
  return {
    gsrn: point.pointGsrn,
    vrsta: 'OMTO',
    uporabniskaSkupina: groupTexts[point.userGroup],
    idVrstaOdjema: point.isHousehold ? 2 : 1,
    nazivVrstaOdjema: point.isHousehold
      ? 'Gospodinjstvo'
      : point.userGroup === 2
        ? 'Odjem na SN'
        : 'Ostali odjem',
    obracunskaMoc: point.oldBillingKw,
    letneObratovalneUre: point.operatingHours,
    steviloTarifMerjenja: 2,
    nacinObracuna: 'DEJANSKA_PORABA',
    obracunskaVezalnaShema: point.load.pvKw > 0 ? 'PS.3A - Samooskrba' : 'OS.1A.1 - Navadni odjem',
    tehnicnaVezalnaShema: 'PS.1A',
    dogovorjeneMoci: [year - 2, year - 1, year].flatMap((of) => describePowers(point, of)),
  }
}

/** A year's entry; the first one of a year stays listed if it was replaced. */
function describePowers(point: DemoPoint, year: number) {
  const entry = (kw: readonly number[], enteredOn: string, isValid: boolean) => ({
    datumOd: `${year}-01-01T00:00:00Z`,
    datumDo: `${year}-12-31T00:00:00Z`,
    datumVnosa: enteredOn,
    ...Object.fromEntries(kw.map((power, at) => [`casovniBlok${at + 1}`, power.toFixed(1)])),
    minimalnaMoc: point.minimumKw.toFixed(1),
    prikljucnaMoc: point.connectionKw.toFixed(1),
    nacinDolocitve: point.setBy,
    oznakaIzracuna: 'M1',
    novUporabnik: false,
    veljavnost: isValid,
  })
  const current = entry(point.agreedKw, `${year - 1}-10-17`, true)
  const replaced = entry(
    point.agreedKw.map((kw) => (kw === 0 ? 0 : kw + 0.8)),
    `${year - 1}-06-19`,
    false,
  )
  return year % 2 === 0 ? [replaced, current] : [current]
}

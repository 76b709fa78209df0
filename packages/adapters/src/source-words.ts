import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'

/**
 * Words that names of values hold, in the languages of the product and as devices write them; without accents, in lower
 * case. A `*` at the end stands for any ending.
 */
const categoryWords: Record<Exclude<DeviceCategory, 'OTHER' | 'HYBRID_INVERTER'>, string> = {
  GRID: `grid* net netz* netzbezug omrezj* mrez* reseau rete sit site siet* siec sieci elnat* rede utility mains
    smartmeter* stromzahl* stromzaehl* hausanschluss meter stevec* stevc* zahler* zaehler* zweirichtungszahler contatore compteur linky* licznik*
    elektromer* brojil* elmatare kontador contador p1 dsmr* pcc feedin einspeis* netbezug iskrameter* am550 mrezh* мреж* броил*`,
  SOLAR_POWER_PLANT: `pv* solar* soncn* sonce* suncan* sunc* sola* fotonap* fotovolt* photovolt* fv fve fne mfe
    inverter* wechselrichter* razsmernik* onduleur omvormer* zonnepan* zonne* falownik* stridac* menic* vaxelriktare* solcell*
    slunec* slnec* slonecz* soleil solaire* mppt* ertrag* erzeug* proizvodnj* production produktion* produzione opbrengst
    produkcj* vyroba producao inversor* invertor* соларн* сонч* сунчан* фотонап* инвертор*`,
  BATTERY: `battery* batter* baterij* baterie bateri* batteri* akku* accu* akumul* akumulator* hranilnik* speicher* storage
    ess bess bms powerwall* batt bat byd pylontech* battkapac* skladiste thuisbatterij* батери* акумулатор*`,
  EV_CHARGER: `ev evse* evcs* evc wallbox* wallbe charger* chargepoint* loadpoint* polnilnic* polnilec* punjac* ladestation*
    ladepunkt* ladesaule* laadpaal* laadpunt* borne* colonnina* stacja nabijec* nabijac* ladbox* laddbox* laddare* carregador*
    car avto easee* goe zappi keba полнач* пуњач*`,
  HVAC: `heatpump* hp hvac warmepump* waermepump* wp toplotn* klima* climat* aircon* ac airco boiler* bojler* warmtepomp*
    pompa pompy cerpadl* varmepump* varmvatten* dizalic* grelnik* heater* heating* heizung* ogrevan* grijanj* chauffage*
    riscaldament* verwarming* ogrzewan* vytapen* kurenie termopompa* dhw клима* топлинск* топлотн*`,
}

const directionWords = {
  import: `import* imp bezug* bezogen* netzbezug netbezug odjem* odvzem* prejem* prejet* prejeta uvoz* delivered afname* prelev*
    prelievo soutir* soutirage bought buy* purchased nakup* pobor* pobrana odber* odebran* uttag* consumido importad* kopt* от
    consumed fromgrid preuzet* преземен* увоз* totwhimp verbrauch* consumption poraba potros* consommation consumo verbruik zuzycie spotreb* forbruk*`,
  export: `export* exp einspeis* netzeinspeis* eingespeist* oddaj* oddan* izvoz* returned return teruglever* terug immission* immess* injection*
    injecte* sold sell* feedin feed predan* predaj* oddana dodavk* dodavka inmatning* matat exportad* totwhexp извоз* предаден*
    togrid liefer* lieferung`,
  charge: `charge charged charging laden geladen ladung ladeleistung* polnjenj* napolnjen* punjenj* laad laden opladen carica charges
    nabijen* nabit* ladowan* laddning* laddad carga пуњењ* полнењ*`,
  discharge: `discharg* entlad* praznjenj* izpraznjen* ontlad* ontladen decharge* scarica* vybijen* vybit* rozladow* urladd*
    descarga* празнењ* пражњењ*`,
} as const

const quantityWords = {
  power: `power leistung* moc mocn* snaga puissance potenza vermogen vykon effekt potencia w kw watt* kilowatt* act aktiv* apower
    load currentpower моќност снага`,
  energy: `energy energi* energij* energie energia wh kwh mwh zahlerstand* stand total* register arbeit yield ertrag etotal
    counter енергија`,
  voltage: `voltage* volt volts spannung* napetost* napon* tension tensione spanning napiecie napet* napati spanning voltaz*
    tensao u1 u2 u3 напон`,
  current: `current* amp amps ampere* stromstarke tok struja corrente stroom natezenie proud prud strom corriente i1 i2 i3 струја`,
  frequency: `frequency* freq hz frekvenc* frequenz* frequence* frequenza frequentie czestotliw* frekvens* фреквен*`,
  soc: `soc stateofcharge ladezustand* level ladestand* fullstand* napolnjenost* stanje laadniveau nabiti laddniva prozent percent*
    chargestate socper`,
  soh: `soh stateofhealth gesundheit* health`,
  capacity: `capacity* kapazitat* kapacit* capacite* capacita capaciteit* pojemnosc* capacidade*`,
  temperature: `temperature* temp temperatur* tmpcab tmp teplot* temperatuur* temperatura* температур*`,
} as const

/** A value of a time span, a plan or a rating is not what the device measures now or has counted ever. */
const other = `today daily day heute taglich* tages* danes dnevn* aujourdhui jour giorno giornalier* vandaag dag dzis dzien* dnes
  denni idag yesterday gestern vceraj vcera month* monat* mesec* mesecn* mois mese maand miesi* year* jahr* leto letn* week* woche*
  hourly forecast* prognos* napoved* prevision* predict* estimate* limit* setpoint* target* max maximum min minimum peak rated
  nominal nazivn* nenn* tariff* price* preis* cena cost* kosten* strosk* prix apparent* apparentpower reactive* schein* blind*
  threshold* average avg last previous remaining reserve*`

/** What is not part of the house's energy, though it has a battery or draws current. */
const foreign = `phone* iphone* pixel* ipad* tablet* galaxy* door* window* motion* remote* watch* lock* button* thermostat* valve*
  sensor_battery smoke* keyfob* telefon* okno vrata tur turen fenster* laptop* macbook* mouse keyboard ups`

/** Loads that people measure on their own; each is a device of category OTHER. */
const loads = `home house haus hisa hisna household dom kuca maison casa huis hus washing* washer* dryer* dishwasher* waschmaschin*
  geschirr* trockner* susiln* pralni* pomivaln* fridge* freezer* kuhlschrank* hladilnik* oven* pecica* stove* herd* tv server*
  pool* bazen* sauna* plug* steckdose* vticnic* outlet* socket* lave vaatwasser* wasmachine* pralka* zmywarka* pracka* mycka* torktumlare*
  дом куќа`

function createWordTest(list: string): (token: string) => boolean {
  const exact = new Set<string>()
  const starts: string[] = []
  for (const word of list.split(/\s+/).filter(Boolean)) {
    if (word.endsWith('*')) starts.push(word.slice(0, -1))
    else exact.add(word)
  }
  return (token) => exact.has(token) || starts.some((start) => token.startsWith(start))
}

function createWordTests<Key extends string>(lists: Record<Key, string>) {
  return (Object.entries(lists) as [Key, string][]).map(([key, list]) => [key, createWordTest(list)] as const)
}

const categoryTests = createWordTests(categoryWords)
const directionTests = createWordTests(directionWords)
const quantityTests = createWordTests(quantityWords)
const isOther = createWordTest(other)
const isForeign = createWordTest(foreign)
const isLoad = createWordTest(loads)

export type Quantity = keyof typeof quantityWords
export type Direction = keyof typeof directionWords

/** Words of a name in lower case without accents: `PV2-Leistung_L1` → pv, 2, leistung, l1. */
export function splitWords(name: string): string[] {
  return name
    .slice(0, 300)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[łŁ]/g, 'l')
    .replace(/[đĐ]/g, 'd')
    .replace(/[øØ]/g, 'o')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .flatMap((word) => {
      if (/^(l|u|i|t|phase)[1-4]$|^p1$|^am550$/.test(word)) return [word]
      return word.match(/^\p{L}{2,}(?=\d+$)|\d+$|^.+$/gu) ?? []
    })
    .filter((word) => word !== '')
    .slice(0, 24)
}

/** Pairs that people write as two words. */
const pairs: Record<string, string> = {
  'heat pump': 'heatpump',
  'state of': 'soc',
  'washing machine': 'washing',
  'smart meter': 'smartmeter',
  'from grid': 'grid import',
  'to grid': 'grid export',
  'feed in': 'feedin',
  'go e': 'goe',
}

export function joinPairs(words: readonly string[]): string[] {
  const joined: string[] = []
  for (let index = 0; index < words.length; index++) {
    const pair = pairs[`${words[index]} ${words[index + 1]}`]
    if (pair === undefined) joined.push(words[index]!)
    else {
      joined.push(...pair.split(' '))
      index++
    }
  }
  return joined
}

const findIn = <Key>(
  tests: readonly (readonly [Key, (token: string) => boolean])[],
  words: readonly string[],
) => tests.filter(([, matches]) => words.some(matches)).map(([key]) => key)

export const findCategories = (words: readonly string[]) => findIn(categoryTests, words)
export const findDirections = (words: readonly string[]) => findIn(directionTests, words)
export const findQuantities = (words: readonly string[]) => findIn(quantityTests, words)
export const namesSpan = (words: readonly string[]) => words.some(isOther)
export const namesForeign = (words: readonly string[]) => words.some(isForeign)
export const findLoad = (words: readonly string[]) => words.find(isLoad) ?? null

/** What is left of a name without the words of quantity, direction, phase and unit: what the value belongs to. */
export function findStem(words: readonly string[]): string {
  const kept = words.filter(
    (word) =>
      !quantityTests.some(([, matches]) => matches(word)) &&
      !directionTests.some(([, matches]) => matches(word)) &&
      !/^(l[1-3]|phase[1-3]?|[abc]|value|state|sensor|status|sum|all|active|ac|dc|in|out)$/.test(word),
  )
  return kept.join(' ')
}

/** Approximate places: irradiance hardly differs within a few kilometres. Degrees north and east. */
export interface Town {
  name: string
  latitude: number
  longitude: number
}

export const slovenianTowns: readonly Town[] = [
  { name: 'Ajdovščina', latitude: 45.886, longitude: 13.909 },
  { name: 'Bled', latitude: 46.369, longitude: 14.114 },
  { name: 'Bovec', latitude: 46.338, longitude: 13.552 },
  { name: 'Brežice', latitude: 45.903, longitude: 15.591 },
  { name: 'Celje', latitude: 46.239, longitude: 15.268 },
  { name: 'Cerknica', latitude: 45.793, longitude: 14.362 },
  { name: 'Črnomelj', latitude: 45.571, longitude: 15.189 },
  { name: 'Domžale', latitude: 46.138, longitude: 14.594 },
  { name: 'Idrija', latitude: 46.003, longitude: 14.03 },
  { name: 'Jesenice', latitude: 46.436, longitude: 14.053 },
  { name: 'Kamnik', latitude: 46.226, longitude: 14.612 },
  { name: 'Kočevje', latitude: 45.643, longitude: 14.859 },
  { name: 'Koper', latitude: 45.548, longitude: 13.73 },
  { name: 'Kranj', latitude: 46.239, longitude: 14.356 },
  { name: 'Krško', latitude: 45.959, longitude: 15.492 },
  { name: 'Ljubljana', latitude: 46.05, longitude: 14.506 },
  { name: 'Maribor', latitude: 46.557, longitude: 15.646 },
  { name: 'Murska Sobota', latitude: 46.662, longitude: 16.166 },
  { name: 'Nova Gorica', latitude: 45.956, longitude: 13.648 },
  { name: 'Novo mesto', latitude: 45.804, longitude: 15.169 },
  { name: 'Piran', latitude: 45.528, longitude: 13.568 },
  { name: 'Postojna', latitude: 45.775, longitude: 14.214 },
  { name: 'Ptuj', latitude: 46.42, longitude: 15.87 },
  { name: 'Ravne na Koroškem', latitude: 46.543, longitude: 14.969 },
  { name: 'Sevnica', latitude: 46.008, longitude: 15.316 },
  { name: 'Sežana', latitude: 45.709, longitude: 13.873 },
  { name: 'Slovenj Gradec', latitude: 46.51, longitude: 15.08 },
  { name: 'Šentjur', latitude: 46.218, longitude: 15.397 },
  { name: 'Škofja Loka', latitude: 46.166, longitude: 14.306 },
  { name: 'Tolmin', latitude: 46.183, longitude: 13.733 },
  { name: 'Trbovlje', latitude: 46.155, longitude: 15.053 },
  { name: 'Velenje', latitude: 46.359, longitude: 15.11 },
  { name: 'Vrhnika', latitude: 45.967, longitude: 14.296 },
  { name: 'Žalec', latitude: 46.252, longitude: 15.165 },
]

const capital = 'Ljubljana'

/** The town in an address, else the capital; of several the last one, since the post town ends an address. */
export function findTownOf(address: string | null): { town: Town; isGuessed: boolean } {
  const places = slovenianTowns
    .map((town) => ({ town, at: address?.lastIndexOf(town.name) ?? -1 }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => b.at - a.at)
  const found = places[0]?.town
  return {
    town: found ?? slovenianTowns.find(({ name }) => name === capital)!,
    isGuessed: found === undefined,
  }
}

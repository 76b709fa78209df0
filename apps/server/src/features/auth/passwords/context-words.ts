/** Words that somebody familiar with the site would guess: the product, the trade and its roles. docs/security.md lists them, too. */
export const contextWords: readonly string[] = [
  'ohmstead',
  'aggregator',
  'administrator',
  'battery',
  'controller',
  'electricity',
  'elektrika',
  'energija',
  'energy',
  'inverter',
  'razsmernik',
  'solar',
  'sunshine',
]

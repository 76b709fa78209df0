import type { FieldNotes } from '../field-note.ts'

/** What a location costs today and this month, the forecast, and budgets. */
export const moneyNotes: FieldNotes = {
  'MoneyRange.low': 'One month in ten is below it.',
  'MoneyRange.middle': 'As likely too low as too high.',
  'MoneyRange.high': 'One month in ten is above it.',
  'MonthSoFar.isProvisional': 'Less than 95 % of its quarter-hours is measured or estimated.',
  estimatedShare: 'Share of the quarter-hours that have passed whose reading is estimated.',
  missingShare: 'Share of the quarter-hours that have passed without a reading.',
  'NoForecast.reason': 'What there is too little of.',
  'NoForecast.kind': 'Of which kind there are too few days; null if prices are unknown.',
  'NoForecast.known': 'Days of that kind that were read well enough.',
  'NoForecast.needed': 'How many of them a forecast needs.',
  'ForecastBasis.recentDays': 'Days of the last eight weeks that were read well enough.',
  'ForecastBasis.lastYearDays': 'Days of the same month last year.',
  'ForecastBasis.drawnDays': 'Days of the month of which something is drawn.',
  'ForecastBasis.unreadQuarterHours':
    'Quarter-hours that have passed without a reading; they are drawn as well.',
  'Budget.setAt': 'When it was set, epoch milliseconds.',
}
